import { afterAll, expect, it, vi } from "vitest";

import { POST as exportOrders } from "@/app/api/admin/orders/export/route";
import type { Context } from "@/lib/context";
import { changePerson } from "@/lib/people/change-person";
import { revokePerson } from "@/lib/people/revoke-person";
import { joinConsole } from "@/tests/support/core/console-people";
import { openDraw } from "@/tests/support/core/orders";
import { fillOrders } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";

const current = vi.hoisted((): { ctx: Context | null } => ({ ctx: null }));

vi.mock("./create-context", () => ({ createContext: async () => current.ctx }));
vi.mock("@/lib/platform/server/env", () => ({
  env: () => ({ CHECKOUT_HOST: "https://tickets.example.test", TRUSTED_PROXY_HOPS: 0, TIRAGE_MODE: "live" }),
}));

const test = await openTestContext();
current.ctx = test.ctx;
afterAll(() => test.close());

const drawId = await openDraw(test, "many");
await fillOrders(test, drawId, { orders: 2600 });

const scope = { kind: "draw", drawId } as const;
const roles = [
  { role: "auditor", scope },
  { role: "Teams Manager", scope },
] as const;

/** Reads an export to its end, and calls `meanwhile` after its first line. */
async function readExport(session: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const headers = {
    ...{ "content-type": "application/json", "sec-fetch-site": "same-origin" },
    cookie: `__Host-tirage-console=${session}`,
  };
  const url = "https://tickets.example.test/api/admin/orders/export";
  const body = JSON.stringify({ instanceId: drawId });
  const response = await exportOrders(new Request(url, { method: "POST", headers, body }));
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let lines = 0;
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (lines === 0) await meanwhile();
    lines += part.value.split("\r\n").length - 1;
  }
  return lines;
}

it.each([
  ["is revoked", (personId: string) => revokePerson(test.admin, personId)],
  ["loses a role", (personId: string) => changePerson(test.admin, personId, { withdraw: [roles[0]] })],
])("an export breaks off when its reader %s", async (_what, change) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { personId, session } = await joinConsole(test, [...roles]);
  await expect(readExport(session, () => change(personId))).rejects.toThrow("access ended");
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it("negative control: an export is whole when somebody else is revoked", async () => {
  const [reader, other] = [await joinConsole(test, [...roles]), await joinConsole(test, [...roles])];
  expect(await readExport(reader.session, () => revokePerson(test.admin, other.personId))).toBe(2601);
});

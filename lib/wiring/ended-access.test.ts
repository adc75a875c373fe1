import { sql } from "drizzle-orm";
import { afterAll, expect, it, vi } from "vitest";

import { GET as reportDraw } from "@/app/api/admin/draws/[id]/report/route";
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

/** Numbers for the report, of which each order has one. */
await test.ctx.db.execute(sql`update orders set status = 'finalized', finalized_at = placed_at`);
await test.ctx.db.execute(sql`update pools set sold = 2600`);
await test.ctx.db.execute(
  sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
    select draw_id, 'main', n, n, order_id, 1 from (
      select draw_id, order_id, row_number() over (order by order_id) as n from orders) o`,
);

const scope = { kind: "draw", drawId } as const;
const roles = [
  { role: "auditor", scope },
  { role: "Teams Manager", scope },
] as const;

const host = "https://tickets.example.test";

const createHeaders = (session: string) => ({
  "sec-fetch-site": "same-origin",
  cookie: `__Host-tirage-console=${session}`,
});

/** Reads an answer to its end, and calls `meanwhile` after its first part. */
async function readText(response: Response, meanwhile: () => Promise<unknown>): Promise<string> {
  expect(response.status).toBe(200);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    if (text === "") await meanwhile();
    text += part.value;
  }
  return text;
}

async function readExport(session: string, meanwhile: () => Promise<unknown>): Promise<number> {
  const headers = { ...createHeaders(session), "content-type": "application/json" };
  const body = JSON.stringify({ instanceId: drawId });
  const request = new Request(`${host}/api/admin/orders/export`, { method: "POST", headers, body });
  return (await readText(await exportOrders(request), meanwhile)).split("\r\n").length - 1;
}

type Line = { kind: string };

async function readReport(session: string, meanwhile: () => Promise<unknown>): Promise<Line[]> {
  const request = new Request(`${host}/api/admin/draws/${drawId}/report`, { headers: createHeaders(session) });
  const response = await reportDraw(request, { params: Promise.resolve({ id: drawId }) });
  const text = await readText(response, meanwhile);
  return text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Line);
}

const endings: [string, (personId: string) => Promise<unknown>][] = [
  ["is revoked", (personId) => revokePerson(test.admin, personId)],
  ["loses a role", (personId) => changePerson(test.admin, personId, { withdraw: [roles[0]] })],
];

it.each(endings)("an export breaks off when its reader %s", async (_what, change) => {
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

it.each(endings)("a report breaks off when its reader %s", async (_what, change) => {
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  const { personId, session } = await joinConsole(test, [...roles]);
  const lines = await readReport(session, () => change(personId));
  expect(lines.at(-1)).toMatchObject({ kind: "failed" });
  expect(lines.length).toBeLessThan(2600);
  expect(logged).toHaveBeenCalledOnce();
  logged.mockRestore();
});

it("negative control: a report is whole when somebody else is revoked", async () => {
  const [reader, other] = [await joinConsole(test, [...roles]), await joinConsole(test, [...roles])];
  const lines = await readReport(reader.session, () => revokePerson(test.admin, other.personId));
  expect(lines.length).toBeGreaterThan(2600);
  expect(lines.map(({ kind }) => kind)).not.toContain("failed");
});

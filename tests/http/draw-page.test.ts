import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OrderView } from "@/lib/orders/rules";
import { demoDraws } from "@/scripts/demo/draws";
import { demoPurchases } from "@/scripts/demo/purchases";
import { adminCall, createBuyer, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const draws = demoDraws(new Date()) as { id: string; rules?: { en: string; fr: string } }[];

let server: Server;

beforeAll(async () => {
  server = await shareServer();
  for (const draw of draws) await importDraw(server, draw as never);
  for (const id of ["demo5050", "demo-raffle"]) await buySome(id);
});

afterAll(() => server.stop());

async function buySome(instanceId: string): Promise<void> {
  for (const body of demoPurchases[instanceId]?.slice(0, 6) ?? []) {
    const buyer = createBuyer(server);
    const placed = await buyer.placeOrder({ instanceId, body });
    const { order } = placed.body as { order: OrderView };
    expect((await buyer.pay(order, await tokenFor(server.sandboxUrl))).status).toBe(200);
  }
}

async function pageOf(path: string): Promise<string> {
  const answer = await fetch(`${server.url}${path}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

describe("the page of a draw", () => {
  it("includes a draw's own words for what is said only after a press", async () => {
    const messages = { en: { "reasons.declined": "The bank of this draw says no." } };
    await importDraw(server, { ...draws[0], id: "own-late", locale: { useLocal: true, messages } } as never);
    expect(await pageOf("/own-late")).toContain(messages.en["reasons.declined"]);
    await adminCall(server, "POST", "/api/admin/draws/own-late/close");
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";

import type { Account } from "@/sandbox/accounts";
import { bankAccount, demoAccount, dollarAccount } from "@/sandbox/accounts";
import { adminCall, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";

let server: Server;

beforeAll(async () => {
  server = await startServer();
});
afterAll(() => server.stop());

function drawOf({ merchantId, passcodes }: Account) {
  const { payments: passcode, reporting: reportingPasscode } = passcodes;
  return drawWith({ apiKeys: { bambora: { merchantId, passcode, reportingPasscode } } });
}

async function buy(instanceId: string) {
  const buyer = createBuyer(server);
  const placed = await buyer.placeOrder({ instanceId });
  if (placed.status !== 201) return { status: placed.status, reason: placed.body.reason, order: null };
  const { order } = placed.body;
  const { status, body } = await buyer.pay(order, await tokenFor(server.sandboxUrl));
  return { status, reason: body.reason, order };
}

it("a demo's real money is refunded at the bank, and the next buyer isn't charged", async () => {
  const draw = drawOf(bankAccount);
  await importDraw(server, draw);
  const first = await buy(draw.id);
  expect(first).toMatchObject({ status: 409, reason: "payment-returned" });
  const orderNumber = first.order?.orderId ?? "";
  await expect
    .poll(async () => (await ledger(server.sandboxUrl, orderNumber)).totals.netCents, { timeout: 60_000 })
    .toBe(0);
  expect((await ledger(server.sandboxUrl, orderNumber)).totals.capturedCents).toBeGreaterThan(0);
  expect(await buy(draw.id)).toMatchObject({ status: 503, reason: "payment-unavailable" });
  expect(server.output()).toMatch(/A payment couldn't become numbers[\s\S]*real-money/);
});

it("an account found to take real money, or another currency, is refused with its next draw", async () => {
  const dollars = drawOf(dollarAccount);
  await importDraw(server, dollars);
  expect((await buy(dollars.id)).status).toBe(200);
  for (const [account, problem] of [
    [bankAccount, "real-money"],
    [dollarAccount, "currency-mismatch"],
  ] as const) {
    const refused = await adminCall(server, "POST", "/api/admin/draws", drawOf(account));
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ fields: [{ field: "apiKeys.bambora.merchantId", problem }] });
  }
  await importDraw(server, drawOf(demoAccount));
});

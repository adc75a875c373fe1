import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import { requireOrder } from "@/lib/orders/read-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { openCashDraw } from "@/tests/support/core/cash";
import { createPayment, getOutcome } from "@/tests/support/core/orders";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import { raffleBeside } from "@/tests/support/draws/draw";

const test = await openTestContext();
const gate = await registerDevice(test, { deviceId: "gate-7", name: "Gate 7" });

beforeEach(async () => {
  await test.ctx.db.execute(sql`delete from outbox`);
  test.mail.mails = [];
});
afterAll(() => test.close());

async function delivered(): Promise<string> {
  await deliverMail(test.ctx);
  const mails = test.mail.mails.splice(0);
  expect(mails).toHaveLength(1);
  return mails[0]?.text ?? "";
}

it("an order sold for cash names its tablet in the email, like its reprint, and its refund as handed back", async () => {
  const order = await placeBy(gate, await openCashDraw(test, "email-cash"), { locale: "fr" });
  expect(await settleCash(gate, order)).toMatchObject({ ok: true });
  const receipt = await delivered();
  expect(receipt).toContain("Point de vente\u00a0: Gate 7\n");
  expect(receipt).toContain("Mode de paiement\u00a0: Comptant\n");
  expect(receipt).not.toContain("en ligne");
  expect(await reprintReceipt(gate, order)).toMatchObject({ ok: true });
  expect(await requireOrder(gate, order)).toMatchObject({ soldBy: "Gate 7", method: "cash", card: null });
  expect(await requestRefund(gate, order, {})).toMatchObject({ ok: true, outcome: "refunded" });
  expect(await requireOrder(gate, order)).toMatchObject({ refunds: [{ isCash: true, state: "done" }] });
  const refund = await delivered();
  expect(refund).toContain("en argent comptant, là où les billets ont été achetés");
  expect(refund).not.toMatch(/carte|jours ouvrables/);
});

it("a tablet's order paid on the buyer's phone is shown as sold by the tablet and paid by card", async () => {
  const order = await placeBy(gate, await openCashDraw(test, "email-phone"));
  expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
  const receipt = await delivered();
  expect(receipt).toContain("Point of sale: Gate 7\n");
  expect(receipt).toMatch(/Paid with: \S+ ••••\s\d{4}\n/);
  expect(receipt).not.toMatch(/online at|Cash/i);
  await requestRefund(test.admin, order, {});
  expect(await delivered()).toContain("business days");
});

it("a web order paid in cash is shown as purchased online, without a card", async () => {
  const order = await placeBy(test.ctx, await openCashDraw(test, "email-web"));
  expect(await settleCash(gate, order)).toMatchObject({ ok: true });
  const receipt = await delivered();
  expect(receipt).toContain("Online at ");
  expect(receipt).toContain("Paid with: Cash\n");
});

it("a receipt tells the prize of a second draw as it stands beside its numbers", async () => {
  const lights = { ...raffleBeside("lights", false), type: "5050 Cash", drawDate: "2099-01-01T00:00:00Z" };
  const drawId = await openCashDraw(test, "email-second", { secondDraws: [lights] });
  const order = await placeBy(gate, drawId, { lines: [{ poolId: "lights", packageId: "two", quantity: 2 }] });
  expect(await settleCash(gate, order)).toMatchObject({ ok: true });
  expect(await delivered()).toContain("  1\u00a0–\u00a04 (4 numbers)\n  Estimated prize so far: $7.50\n");
});

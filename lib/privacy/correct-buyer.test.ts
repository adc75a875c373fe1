import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { viewDraw } from "@/lib/activity/view-draw";
import { refreshLive } from "@/lib/activity/view-live";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { readOrder, requireOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { parseOrderKey, toOrderUrlId } from "@/lib/orders/rules.identity";
import { readOrderRow } from "@/lib/orders/store";
import { listEntries } from "@/lib/orders/store.audit";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import type { KeyRight } from "@/lib/rights";
import { getKeyGrants } from "@/lib/rights";
import { sealAll } from "@/tests/support/core/audit-chain";
import { findText } from "@/tests/support/core/find-text";
import { loseAnswer } from "@/tests/support/core/lost-answer";
import { createPayment, openDraw } from "@/tests/support/core/orders";
import { buyPlanted, dayMs, openDrawWithWinner, placePlanted, planted } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { correctBuyer } from "./correct-buyer";
import { erasePerson } from "./erase-person";
import { exportBuyer } from "./export-buyer";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const right = { name: "Zéphirine Plantée", email: "zephirine@right.example", phone: "613-555-0144" };

const correct = (order: OrderView, body: unknown = right) => correctBuyer(test.admin, order, body);

async function sell(): Promise<OrderView> {
  await openDraw(test, "corrected");
  const order = await buyPlanted(test, "corrected");
  await deliverMail(test.ctx);
  return requireOrder(test.ctx, order);
}

async function orderUrlIdOf(order: OrderView): Promise<string> {
  const row = await readOrderRow(test.ctx.db, order.instanceId, order.orderId);
  return toOrderUrlId({ orderId: order.orderId, addressSecret: row?.addressSecret ?? null });
}

describe("correcting a buyer", () => {
  it("tells what it corrected although the first answer was lost with the connection", async () => {
    const order = await sell();
    expect(await correctBuyer(loseAnswer(test.admin), order, right)).toEqual({
      ok: true,
      corrected: ["name", "email", "phone"],
      isMailed: true,
    });
  });

  it("sends the receipt to the right orderUrlId, whose link alone opens the order", async () => {
    const order = await sell();
    expect(await correct(order)).toEqual({ ok: true, corrected: ["name", "email", "phone"], isMailed: true });
    await deliverMail(test.ctx);
    const mail = test.mail.mails.at(-1);
    const orderUrlId = await orderUrlIdOf(order);
    expect(mail).toMatchObject({ to: right.email });
    expect(mail?.text).toContain(`/order/corrected/${orderUrlId}`);
    const refused = { ok: false, reason: "order-corrected" };
    expect(await readOrder(test.ctx, order)).toEqual(refused);
    const wrong = parseOrderKey({ instanceId: "corrected", orderId: `${order.orderId}-${"0".repeat(26)}` });
    expect(await readOrder(test.ctx, wrong)).toEqual(refused);
    const key = parseOrderKey({ instanceId: "corrected", orderId: orderUrlId });
    const read = await readOrder(test.ctx, key);
    expect(read).toMatchObject({
      order: { orderId: order.orderId, numbers: order.numbers, buyer: { name: right.name } },
    });
  });

  it("leaves whoever has the first link nothing to do with the order, and tells them nothing of it", async () => {
    const order = await sell();
    await correct(order);
    const mails = test.mail.mails.length;
    for (const answer of [
      await cancelOrder(test.ctx, order),
      await extendOrder(test.ctx, order),
      await resendReceipt(test.ctx, order),
      await payOrder(test.ctx, createPayment(order)),
    ]) {
      expect(answer).toEqual({ ok: false, reason: "order-corrected" });
    }
    test.clock.advance(120_000);
    expect(await resendReceipt(test.ctx, parseOrderKey({ ...order, orderId: await orderUrlIdOf(order) }))).toEqual({
      ok: true,
    });
    await deliverMail(test.ctx);
    expect(test.mail.mails.slice(mails).map(({ to }) => to)).toEqual([right.email, right.email]);
  });

  it("keeps the link where only name or phone were wrong, and changes nothing when asked again", async () => {
    const order = await sell();
    expect(await correct(order, { phone: right.phone })).toMatchObject({ corrected: ["phone"] });
    expect(await readOrder(test.ctx, order)).toMatchObject({ ok: true });
    expect(await correct(order, { phone: "613 555 0144" })).toEqual({ ok: true, corrected: [], isMailed: false });
    expect(await readOrderRow(test.ctx.db, "corrected", order.orderId)).toMatchObject({
      buyer: { phone: "6135550144", email: planted.email },
      addressSecret: null,
    });
  });

  it("shuts out the reader of each mistyped orderUrlId in turn", async () => {
    const order = await sell();
    await correct(order, { email: "second@wrong.example" });
    const second = parseOrderKey({ ...order, orderId: await orderUrlIdOf(order) });
    expect(await readOrder(test.ctx, second)).toMatchObject({ ok: true });
    test.clock.advance(1000);
    await correct(order, { email: right.email });
    expect(await readOrder(test.ctx, second)).toEqual({ ok: false, reason: "order-corrected" });
  });

  it("sends mails that still wait to the right orderUrlId", async () => {
    await openDraw(test, "corrected");
    const order = await buyPlanted(test, "corrected");
    await correct(order, { email: right.email });
    await deliverMail(test.ctx);
    expect(test.mail.mails.map(({ to }) => to)).toEqual([right.email, right.email]);
  });

  it("writes which fields, and leaves neither old nor new values anywhere but with the buyer", async () => {
    const order = await sell();
    await correct(order);
    const entries = await listEntries(test.ctx.db, "corrected", order.orderId);
    const [entry] = entries.filter(({ action }) => action === "details-corrected");
    expect(entry).toMatchObject({ actor: "admin", detail: { fields: "name, email, phone" } });
    expect(await findText(test.ctx.db, planted.email)).toEqual([]);
    expect(await findText(test.ctx.db, planted.name)).toEqual([]);
    expect(await findText(test.ctx.db, right.email)).toEqual(["orders.buyer"]);
    expect(await findText(test.ctx.db, "6135550144")).toEqual(["orders.buyer"]);
    await sealAll(test);
    const clean = await checkInvariants(test.admin, { instanceId: "corrected" });
    expect(clean.ok && clean.violations).toEqual([]);
    await test.ctx.db.execute(sql`update orders set address_secret = null`);
    const undone = await checkInvariants(test.admin, { instanceId: "corrected" });
    expect(undone.ok && undone.violations.map(({ check }) => check)).toEqual(["audit-unfounded"]);
  });

  it("shows the right first name among the latest purchases", async () => {
    const order = await sell();
    await correct(order, { name: "Ana Plantée" });
    refreshLive("corrected");
    expect(JSON.stringify(await viewDraw(test.ctx, "corrected"))).toContain("Ana P");
    expect(JSON.stringify(await viewDraw(test.ctx, "corrected"))).not.toContain("Zéphirine");
  });
});

describe("a correction is refused", () => {
  it("for all but admins who may handle people's data", async () => {
    const order = await sell();
    expect(await correctBuyer(test.ctx, order, right)).toEqual({ ok: false, reason: "admin-key-wrong" });
    const rights: KeyRight[] = ["orders", "refunds", "draws"];
    const other = { ...test.admin, actor: { kind: "admin" as const, grants: getKeyGrants(rights) } };
    expect(await correctBuyer(other, order, right)).toMatchObject({ reason: "admin-right-missing" });
  });

  it("for an order that is unpaid, being paid, or erased", async () => {
    await openDraw(test, "corrected");
    const order = await placePlanted(test, "corrected");
    expect(await correct(order)).toEqual({ ok: false, reason: "order-not-paid" });
    await test.ctx.db.execute(sql`update orders set status = 'unknown'`);
    expect(await correct(order)).toEqual({ ok: false, reason: "order-being-paid" });
    await test.ctx.db.execute(sql`update orders set status = 'finalized', buyer = null, erased_at = now(),
      card_last_four = null, client_key = '', request_hash = ''`);
    expect(await correct(order)).toEqual({ ok: false, reason: "details-erased" });
  });

  it("without a field, with one that isn't corrected, and with a malformed one", async () => {
    const order = await sell();
    for (const body of [{}, { city: "Laval" }, { email: "marie" }, { name: "7" }, { phone: null }]) {
      expect(await correct(order, body)).toMatchObject({ ok: false, reason: "invalid-input" });
    }
  });

  it("for the name of a winner, whose email and phone may be corrected", async () => {
    const draw = await openDrawWithWinner(test, "corrected");
    const order = await buyPlanted(test, "corrected");
    const loser = await buyPlanted(test, "corrected", "loser@example.test");
    test.clock.advance(9 * dayMs);
    await draw(1);
    expect(await correct(order)).toEqual({ ok: false, reason: "winner-named" });
    expect(await correct(order, { email: right.email })).toMatchObject({ ok: true });
    expect(await correct(loser, { name: right.name })).toMatchObject({ ok: true });
  });
});

describe("beside erasing", () => {
  it("an order that is no longer the person's is not erased with them", async () => {
    await openDrawWithWinner(test, "corrected");
    const order = await buyPlanted(test, "corrected");
    await test.ctx.db.execute(sql`update orders set status = 'refunded'`);
    await test.ctx.db.execute(sql`update number_ranges set voided_at = now()`);
    const { db } = test.ctx;
    const begin = db.transaction.bind(db);
    let isFirst = true;
    // The correction commits after the person's orders were found and before the first one is locked.
    const raced = Object.assign(Object.create(db) as typeof db, {
      transaction: async (work: Parameters<typeof begin>[0]) => {
        if (isFirst) await correct(order, { email: right.email });
        isFirst = false;
        return begin(work);
      },
    });
    const erased = await erasePerson({ ...test.admin, db: raced }, { email: planted.email });
    expect(erased).toMatchObject({ erased: [], kept: [] });
    expect(await readOrderRow(db, "corrected", order.orderId)).toMatchObject({ buyer: { email: right.email } });
    const found = await exportBuyer(test.admin, { email: right.email });
    expect(found.ok && found.orders).toHaveLength(1);
  });

  it("one of both comes first, and the order ends as one of them says", async () => {
    const order = await sell();
    await test.ctx.db.execute(sql`update orders set status = 'refunded'`);
    await test.ctx.db.execute(sql`update number_ranges set voided_at = now()`);
    const [erased, corrected] = await Promise.all([
      erasePerson(test.admin, { email: planted.email }),
      correct(order, { email: right.email }),
    ]);
    const isErased = erased.ok && erased.erased.length === 1;
    expect(corrected.ok).toBe(!isErased);
  });
});

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { getParentChain } from "@/lib/audit/rules";
import { closeDraw } from "@/lib/draws/close-draw";
import { reopenDraw } from "@/lib/draws/reopen-draw";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import type { OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { requestRefund } from "@/lib/refunds/request-refund";
import { deleteAllocation } from "@/lib/terminal/device/delete-allocation";
import { registerDevice } from "@/lib/terminal/device/register-device";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { createInput, freshBrowser, issueTestDevice, registerTestDevice } from "@/tests/support/core/issued-device";
import { createPayment, openDraw as openTestDraw, place, sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { checkInvariants } from "./check-invariants";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await openTestDraw(test, "orders");
});
afterAll(() => test.close());

const run = (statement: SQL) => test.ctx.db.execute(statement);

/** Lists violations of the entry checks as check, row and actions. */
async function listViolations(chain: string, instanceId: string | null, row: string): Promise<string[]> {
  const report = await checkInvariants(test.admin, { instanceId });
  if (!report.ok) throw new Error(report.reason);
  const found = report.violations.filter(({ drawId, subject }) => drawId === chain && subject === row);
  const ours = found.filter(({ check }) => check === "audit-missing" || check === "audit-unfounded");
  return ours.map(({ check, subject, detail }) => `${check}: ${detail.of} ${subject}: ${detail.actions}`);
}

const ofDraw = (drawId: string) => listViolations(drawId, drawId, drawId);
const ofOrder = ({ instanceId, orderCode }: OrderView) => listViolations(instanceId, instanceId, orderCode);

const sellOne = () => sell(test, "orders");

describe("a draw", () => {
  const changes: [string, (id: string) => SQL, string][] = [
    [
      "a definition that nobody wrote down",
      (id) => sql`update draws set revision = revision + 1 where draw_id = ${id}`,
      "audit-missing: draw ID: draw-redefined",
    ],
    [
      "a close that nobody wrote down",
      (id) => sql`update draws set closed_at = now() where draw_id = ${id}`,
      "audit-missing: draw ID: draw-closed",
    ],
    [
      "an archiving that nobody wrote down",
      (id) => sql`update draws set archived_at = now() where draw_id = ${id}`,
      "audit-missing: draw ID: draw-archived",
    ],
    [
      "an archiving that is gone",
      (id) => sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
        values (${id}, now(), 'draw-archived', 'admin', '{}')`,
      "audit-unfounded: draw ID: draw-archived",
    ],
    [
      "credentials that nobody wrote down",
      (id) => sql`update draw_secrets set updated_at = now() where draw_id = ${id}`,
      "audit-missing: draw ID: credentials-changed",
    ],
    [
      "a definition that went back",
      (id) => sql`with listViolations as (select ${id}::text as draw_id)
        insert into audit_entries (draw_id, at, action, actor_kind, detail)
        select draw_id, now(), 'draw-redefined', 'admin', '{"revision": 2}' from listViolations`,
      "audit-unfounded: draw ID: draw-redefined",
    ],
    [
      "an opening of a close that nobody wrote down",
      (id) => sql`insert into audit_entries (draw_id, at, action, actor_kind, detail)
        values (${id}, now(), 'draw-closed', 'admin', '{}')`,
      "audit-unfounded: draw ID: draw-closed",
    ],
    [
      "credentials that are gone",
      (id) => sql`delete from draw_secrets where draw_id = ${id}`,
      "audit-unfounded: draw ID: credentials-changed",
    ],
  ];

  it.each(changes)("%s", async (name, statement, expected) => {
    const drawId = await openTestDraw(test, name.replaceAll(" ", "-"));
    expect(await ofDraw(drawId)).toEqual([]);
    await run(statement(drawId));
    expect(await ofDraw(drawId)).toEqual([expected.replace("ID", drawId)]);
  });

  it("that is gone, with its pools and credentials", async () => {
    const drawId = await openTestDraw(test, "gone");
    for (const table of ["draw_revisions", "draw_secrets", "pools", "draws"]) {
      await run(sql`delete from ${sql.identifier(table)} where draw_id = ${drawId}`);
    }
    expect(await listViolations(drawId, null, drawId)).toEqual([`audit-unfounded: draw ${drawId}: draw-imported`]);
  });

  it("imported again, closed and reopened by admins matches its entries", async () => {
    const drawId = await openTestDraw(test, "again");
    test.clock.advance(1000);
    await openTestDraw(test, "again", { license: "RAF0000001" });
    for (const act of [closeDraw, reopenDraw, reopenDraw, closeDraw]) {
      test.clock.advance(1000);
      expect(await act(test.admin, drawId)).toEqual({ ok: true });
      expect(await ofDraw(drawId)).toEqual([]);
    }
  });
});

describe("an order", () => {
  const lost: [string, (id: string) => SQL, string][] = [
    [
      "a payment that is gone",
      (id) => sql`delete from payment_attempts where order_id = ${id}`,
      "payment-approved, payment-sent",
    ],
    [
      "numbers that are gone",
      (id) => sql`update orders set finalized_at = null where order_id = ${id}`,
      "payment-approved",
    ],
    [
      "a payment that is declined now",
      (id) => sql`update payment_attempts set state = 'declined' where order_id = ${id}`,
      "payment-approved",
    ],
  ];

  it.each(lost)("%s", async (_name, statement, actions) => {
    const order = await sellOne();
    expect(await ofOrder(order)).toEqual([]);
    await run(statement(order.orderId));
    expect(await ofOrder(order)).toEqual([`audit-unfounded: order ${order.orderCode}: ${actions}`]);
  });

  it("that was cancelled, and is held again", async () => {
    const order = await place(test, "orders");
    await cancelOrder(test.ctx, order);
    expect(await ofOrder(order)).toEqual([]);
    await run(sql`update orders set status = 'reserved' where order_id = ${order.orderId}`);
    expect(await ofOrder(order)).toEqual([`audit-unfounded: order ${order.orderCode}: cancelled`]);
  });

  it("whose refund is no longer done, or gone", async () => {
    const order = await sellOne();
    expect(await requestRefund(test.admin, order, {})).toMatchObject({ ok: true, outcome: "refunded" });
    expect(await ofOrder(order)).toEqual([]);
    await run(sql`update refunds set state = 'sent' where order_id = ${order.orderId}`);
    expect(await ofOrder(order)).toEqual([`audit-unfounded: order ${order.orderCode}: refund-done`]);
    await run(sql`delete from refunds where order_id = ${order.orderId}`);
    expect(await ofOrder(order)).toEqual([`audit-unfounded: order ${order.orderCode}: refund-done, refund-requested`]);
  });

  it("whose buyer was erased without a word, or is there although erasing was written down", async () => {
    const [silent, claimed] = [await sellOne(), await sellOne()];
    await run(
      sql`update orders set erased_at = now(), buyer = null, card_last_four = null, client_key = '', request_hash = ''
        where order_id = ${silent.orderId}`,
    );
    expect(await ofOrder(silent)).toEqual([`audit-missing: order ${silent.orderCode}: details-erased`]);
    await run(
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        values ('orders', ${claimed.orderId}, now(), 'details-erased', 'admin', '{}')`,
    );
    expect(await ofOrder(claimed)).toEqual([`audit-unfounded: order ${claimed.orderCode}: details-erased`]);
  });

  it("with an invented entry", async () => {
    const { orderId, orderCode } = await place(test, "orders");
    const actions = ["cash-taken", "expired", "extended", "payment-surplus", "receipt-printed", "refund-refused"];
    await run(
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        select 'orders', ${orderId}, now(), action, 'buyer', '{}' from unnest(${sql.param(actions)}::text[]) as action`,
    );
    expect(await listViolations("orders", "orders", orderCode)).toEqual([
      `audit-unfounded: order ${orderCode}: ${actions.join(", ")}`,
    ]);
  });

  it("that doesn't exist at all", async () => {
    await run(sql`alter table audit_entries drop constraint audit_entries_draw_id_order_id_orders_draw_id_order_id_fk`);
    await run(
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        values ('orders', 'ZZZZ', now(), 'placed', 'buyer', '{}')`,
    );
    expect(await listViolations("orders", "orders", "ZZZZ")).toEqual(["audit-unfounded: order ZZZZ: placed"]);
  });

  it("with a different course matches its entries", async () => {
    const [declined, unknown, sold] = [await place(test, "orders"), await place(test, "orders"), await sellOne()];
    const { answer } = test.gateway;
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    await payOrder(test.ctx, createPayment(declined));
    test.gateway.answer = async () => ({ kind: "unknown", code: null });
    await payOrder(test.ctx, createPayment(unknown));
    test.gateway.answer = answer;
    test.clock.advance(60_000);
    await extendOrder(test.ctx, declined);
    await resendReceipt(test.admin, sold);
    for (const order of [declined, unknown, sold]) expect(await ofOrder(order)).toEqual([]);
  });
});

describe("a device", () => {
  const changes: [string, (id: string) => SQL, string][] = [
    [
      "an operator that nobody wrote down",
      (id) => sql`update devices set operator = 'Mallory' where device_id = ${id}`,
      "audit-missing: device ID: device-completed",
    ],
    [
      "a setting that nobody wrote down",
      (id) => sql`update devices set lists_others = true where device_id = ${id}`,
      "audit-missing: device ID: device-changed",
    ],
    [
      "a registration that nobody wrote down",
      (id) => sql`update devices set registered_at = now() where device_id = ${id}`,
      "audit-missing: device ID: device-registered",
    ],
    [
      "a withdrawal that was taken back",
      (id) => sql`update devices set revoked_at = null where device_id = ${id}`,
      "audit-unfounded: device ID: device-revoked",
    ],
    [
      "a device that is gone",
      (id) => sql`delete from devices where device_id = ${id}`,
      "audit-unfounded: device ID: allocation-deleted, device-completed, device-created, device-registered, device-revoked",
    ],
    [
      "a device that nobody made",
      (id) => sql`delete from audit_entries where detail->>'device' = ${id} and action = 'device-created'`,
      "audit-missing: device ID: device-created",
    ],
  ];

  it.each(changes)("%s", async (name, statement, expected) => {
    const parentId = name.replaceAll(" ", "-");
    const issued = await issueTestDevice(test, parentId);
    const { deviceId } = issued.device;
    const credential = await registerTestDevice(test, issued);
    test.clock.advance(1000);
    const { code: _used, ...deviceData } = createInput(issued, { operator: "Kim" }).deviceData;
    await registerDevice(test.ctx, { deviceId, parentId, deviceData }, freshBrowser({ credential }));
    await deleteAllocation(test.ctx, { deviceId, parentId }, credential);
    await revokeDevice(test.admin, deviceId);
    const ofDevice = () => listViolations(getParentChain(parentId), null, deviceId);
    expect(await ofDevice()).toEqual([]);
    await run(statement(deviceId));
    expect(await ofDevice()).toEqual([expected.replace("ID", deviceId)]);
  });
});

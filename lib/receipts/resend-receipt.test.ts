import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import { readOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { buyMailed, readOutbox } from "@/tests/support/core/mailed-order";
import { openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { resendReceipt } from "./resend-receipt";

const minute = 60_000;
const day = 24 * 60 * minute;

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

describe("a copy on request", () => {
  const resend = (order: OrderView, ctx = test.ctx) => resendReceipt(ctx, order);

  it("is marked as a reprint, and sent a minute after the receipt at the earliest, three times a day", async () => {
    const order = await buyMailed(test);
    expect(await resend(order)).toEqual({ ok: false, reason: "resend-limit" });
    for (let copies = 0; copies < 3; copies += 1) {
      test.clock.advance(minute);
      expect(await resend(order)).toEqual({ ok: true });
      if (copies === 0) expect(await resend(order, { ...test.ctx, now: laterBy(1000) })).toMatchObject({ ok: false });
    }
    test.clock.advance(minute);
    expect(await resend(order)).toEqual({ ok: false, reason: "resend-limit" });
    expect((await readOutbox(test, order)).map(({ kind }) => kind)).toEqual(["receipt", "copy", "copy", "copy"]);
    await deliverMail(test.ctx);
    const marked = test.mail.mails.map(({ subject, text }) => subject.includes("REPRINT") && text.includes("REPRINT"));
    expect(marked.filter(Boolean)).toHaveLength(3);
    test.clock.advance(day);
    expect(await resend(order)).toMatchObject({ ok: true });
  });

  it("is queued once if requested twice at the same time, and once a minute for an admin", async () => {
    const order = await buyMailed(test);
    test.clock.advance(minute);
    await Promise.all([resend(order), resend(order), resend(order)]);
    expect((await readOutbox(test, order)).filter(({ kind }) => kind === "copy")).toHaveLength(1);
    for (let copies = 0; copies < 4; copies += 1) {
      test.clock.advance(minute - 1);
      expect(await resend(order, test.admin)).toEqual({ ok: false, reason: "resend-limit" });
      test.clock.advance(1);
      expect(await resend(order, test.admin)).toEqual({ ok: true });
    }
    expect((await readOutbox(test, order)).filter(({ kind }) => kind === "copy")).toHaveLength(5);
  });

  it("is refused for an order that is unpaid, refunded, or doesn't exist", async () => {
    const drawId = await openDraw(test, "mail-copies");
    const order = await place(test, drawId);
    expect(await resend(order)).toEqual({ ok: false, reason: "receipt-unavailable" });
    await test.ctx.db.execute(sql`update orders set status = 'refunded' where order_id = ${order.orderId}`);
    expect(await resend(order)).toEqual({ ok: false, reason: "order-refunded" });
    expect(await resend({ ...order, orderId: "0".repeat(26) })).toEqual({ ok: false, reason: "order-not-found" });
  });
});

function laterBy(ms: number): () => Date {
  return () => new Date(test.clock.now().getTime() + ms);
}

describe("the validation number", () => {
  it("finds its order in its draw, for admins only", async () => {
    const order = await buyMailed(test);
    const validationNumber = order.validationNumber ?? "";
    const typed = validationNumber.toLowerCase().replaceAll("-", "");
    for (const [word, draw] of [
      [validationNumber, order.instanceId],
      [validationNumber, null],
      [typed, null],
    ] as const) {
      const found = await findAdminOrders(test.admin, word, draw);
      expect(found).toMatchObject({ ok: true, orders: [{ orderId: order.orderId }] });
    }
    const elsewhere = await findAdminOrders(test.admin, validationNumber, "mail-1");
    expect(elsewhere).toEqual({ ok: false, reason: "order-not-found" });
    const mistyped = `${validationNumber.slice(0, -1)}${validationNumber.endsWith("0") ? "1" : "0"}`;
    expect(await findAdminOrders(test.admin, mistyped, null)).toEqual({ ok: false, reason: "order-not-found" });
    const byBuyer = await findAdminOrders(test.ctx, validationNumber, order.instanceId);
    expect(byBuyer).toEqual({ ok: false, reason: "admin-key-wrong" });
  });

  it("isn't shown if it couldn't be found again, or for a refunded order", async () => {
    const order = await buyMailed(test);
    const shown = async () => {
      const read = await readOrder(test.ctx, order);
      return read.ok && read.order.validationNumber;
    };
    await test.ctx.db.execute(sql`update orders set status = 'refunded' where order_id = ${order.orderId}`);
    expect(await shown()).toBeNull();
    await test.ctx.db.execute(
      sql`update orders set status = 'finalized', validation_hash = 'of another key' where order_id = ${order.orderId}`,
    );
    expect(await shown()).toBeNull();
  });
});

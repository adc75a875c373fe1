import { sql } from "drizzle-orm";
import { describe, expect, it, vi } from "vitest";
import { closeDraw } from "@/lib/draws/close-draw";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { readOrder } from "@/lib/orders/read-order";
import { payOrder } from "@/lib/payments/pay/pay-order";
import {
  listAttempts,
  payUnanswered,
  readRefundsAndMail,
  readStatus,
  reconcileAfter,
  reconcileFor,
} from "@/tests/support/core/attempts";
import { createPayment, getOutcome, readPool } from "@/tests/support/core/orders";
import { openLookupDraws } from "@/tests/support/core/payment-lookups";
import { reconcilePayments } from "./reconcile-payments";

const minute = 60_000;
const hour = 60 * minute;

const { test, logged, placeOne } = await openLookupDraws();

describe("a payment whose answer was lost", () => {
  it("gets numbers within seconds if the money was captured, and its buyer gets a receipt", async () => {
    const order = await placeOne();
    expect(await payUnanswered(test, order)).toBe("payment-unknown");
    expect(await reconcileAfter(test, 1000)).toBe(0);
    expect(await reconcileAfter(test, 1000)).toBe(1);
    const read = await readOrder(test.ctx, order);
    expect(read).toMatchObject({
      order: { status: "finalized", numbers: [{ first: 1, last: 1 }], card: { type: "VI" } },
    });
    expect(await listAttempts(test, order)).toMatchObject([{ state: "approved", asks: 1, ask_at: null }]);
    expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [], mails: ["receipt"] });
    expect(await reconcileAfter(test, hour)).toBe(0);
  });

  it("gets numbers if its process died before any answer, after its deadline", async () => {
    const order = await placeOne();
    const { charge } = test.gateway;
    test.gateway.charge = async (credentials, request) => {
      await charge(credentials, request);
      throw new Error("The process dies here.");
    };
    await expect(payOrder(test.ctx, createPayment(order))).rejects.toThrow("dies");
    test.gateway.charge = charge;
    expect(await readStatus(test, order)).toBe("paying");
    expect(await reconcileAfter(test, 29_000)).toBe(0);
    expect(await reconcileAfter(test, 1000)).toBe(1);
    expect(await readStatus(test, order)).toBe("finalized");
  });

  it("gets numbers however late, even after sales have ended", async () => {
    const order = await placeOne();
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    await reconcileFor(test, 2 * hour, 10 * minute);
    await closeDraw(test.admin, order.instanceId);
    expect(await readStatus(test, order)).toBe("unknown");
    test.gateway.listPayments = listPayments;
    await reconcileFor(test, 10 * minute, 5 * minute);
    expect(await readStatus(test, order)).toBe("finalized");
  });

  it("releases the order if it was declined, and the order can be paid again", async () => {
    const order = await placeOne();
    await payUnanswered(test, order, { approved: false });
    await reconcileAfter(test, 2000);
    expect(await readStatus(test, order)).toBe("reserved");
    expect(await listAttempts(test, order)).toMatchObject([{ state: "declined", reason: "declined", ask_at: null }]);
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
  });

  it("releases the tickets if it was declined after the hold ended", async () => {
    const order = await placeOne({ maxTickets: 1 });
    await payUnanswered(test, order, { approved: false });
    await reconcileAfter(test, 16 * minute);
    expect(await readStatus(test, order)).toBe("expired");
    expect(await readPool(test, order.instanceId)).toMatchObject({ sold: 0, reserved: 0, reserved_cents: 0 });
  });

  it("stays unknown while it can't be looked up, and that is reported", async () => {
    const order = await placeOne();
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "not-authorized" });
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("unknown");
    expect(logged.join()).toContain("passcode-refused");
    expect(logged.join()).not.toContain(order.orderId);
    test.gateway.listPayments = listPayments;
    await reconcileFor(test, 5 * minute);
    expect(await readStatus(test, order)).toBe("finalized");
  });

  it("is not money if it was only authorized on the card, or refunded by someone at the gateway", async () => {
    for (const row of [{ kind: "other" as const }, { voided: true }, { returnedCents: 1000 }]) {
      const order = await placeOne();
      await payUnanswered(test, order, row);
      await reconcileFor(test, 16 * minute);
      expect(await readStatus(test, order)).toBe("expired");
      expect(await readRefundsAndMail(test, order)).toEqual({ refunds: [], mails: [] });
    }
  });
});

describe("a payment that the gateway doesn't know", () => {
  it("releases nothing for 15 minutes, then gives the order up and is looked up rarely, for three days", async () => {
    const order = await placeOne({ maxTickets: 1 });
    await payUnanswered(test, order, null);
    await reconcileFor(test, 14 * minute);
    expect(await readStatus(test, order)).toBe("unknown");
    expect(await readPool(test, order.instanceId)).toMatchObject({ reserved: 1 });
    await reconcileFor(test, 2 * minute);
    expect(await readStatus(test, order)).toBe("expired");
    expect(await readPool(test, order.instanceId)).toMatchObject({ reserved: 0 });
    const [freed] = await listAttempts(test, order);
    await reconcileFor(test, 80 * hour, hour);
    const [over] = await listAttempts(test, order);
    expect(over).toMatchObject({ state: "missing", ask_at: null });
    expect((over?.asks ?? 0) - (freed?.asks ?? 0)).toBeLessThan(15);
  });

  it("is released to a buyer whose hold is still live, who pays with another card; the same card's token gets the same answer", async () => {
    const order = await placeOne();
    await test.ctx.db.execute(sql`update orders set expires_at = expires_at + interval '1 hour'`);
    const lost = createPayment(order);
    test.gateway.charge = vi.fn(async () => ({ kind: "unknown" as const, code: null }));
    expect(getOutcome(await payOrder(test.ctx, lost))).toBe("payment-unknown");
    await reconcileFor(test, 16 * minute);
    expect(await readStatus(test, order)).toBe("reserved");
    expect(getOutcome(await payOrder(test.ctx, lost))).toBe("payment-not-made");
    expect(test.gateway.charge).toHaveBeenCalledTimes(1);
  });

  it("isn't given up because of lookups without an answer", async () => {
    const order = await placeOne();
    await payUnanswered(test, order, null);
    await reconcileAfter(test, 2000);
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    await reconcileFor(test, hour);
    expect(await readStatus(test, order)).toBe("unknown");
    test.gateway.listPayments = listPayments;
    await reconcileFor(test, 5 * minute);
    expect(await readStatus(test, order)).toBe("expired");
  });
});

describe("two processes", () => {
  it("never look up the same payment at once", async () => {
    const order = await placeOne();
    await payUnanswered(test, order);
    let asked = 0;
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async (credentials, request) => {
      if (!request.cursor) asked += 1;
      return listPayments(credentials, request);
    };
    test.clock.advance(2000);
    const turns = await Promise.all([
      reconcilePayments(test.ctx),
      reconcilePayments(test.ctx),
      reconcilePayments(test.ctx),
    ]);
    test.gateway.listPayments = listPayments;
    expect({ asked, turns: turns.sort() }).toEqual({ asked: 1, turns: [0, 0, 1] });
    expect(await readStatus(test, order)).toBe("finalized");
  });

  it("leave a dead process's lookup until its lease ends", async () => {
    const order = await placeOne();
    await payUnanswered(test, order);
    const { listPayments } = test.gateway;
    const asked = new Promise<void>((resolve) => {
      test.gateway.listPayments = () => {
        resolve();
        return new Promise(() => undefined);
      };
    });
    test.clock.advance(2000);
    void reconcilePayments(test.ctx);
    await asked;
    test.gateway.listPayments = listPayments;
    expect(await reconcileAfter(test, 70_000)).toBe(0);
    expect(await reconcileAfter(test, 5000)).toBe(1);
    expect(await readStatus(test, order)).toBe("finalized");
  });
});

it("expiry doesn't touch an order with a payment in an unknown state", async () => {
  const order = await placeOne();
  await payUnanswered(test, order, null);
  test.clock.advance(hour);
  await expireOrders(test.ctx);
  expect(await readStatus(test, order)).toBe("unknown");
});

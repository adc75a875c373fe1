import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import type { InvariantCheck } from "@/lib/invariants/rules.invariants";
import { writeEntry } from "@/lib/orders/store.audit";
import { queryRows } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import { countSales } from "@/lib/reports/hours/count-sales";
import { insertVerification } from "@/lib/verification/store";

import { sealAll } from "@/tests/support/core/audit-chain";
import { cancelDraw } from "@/tests/support/core/cancelled-draw";
import type { SoldDraw } from "@/tests/support/core/sold-draw";
import {
  addAttempt,
  addToPool,
  changeCapture,
  getLastCapture,
  payHeld,
  run,
  unmatchedNumber,
} from "@/tests/support/core/sold-draw";
import { createCapture } from "@/tests/support/core/test-gateway";
import { refundBreaks } from "./refund-breaks";

function shiftLast(draw: SoldDraw, by: number): Promise<void> {
  return run(
    draw,
    sql`update number_ranges set first_number = first_number + ${by}, last_number = last_number + ${by}
      where draw_id = ${draw.drawId} and order_id = ${draw.last.orderId}`,
  );
}

/** An Apple Pay verification payment from two hours ago that isn't refunded. */
async function addVerification(draw: SoldDraw): Promise<void> {
  const sentAt = new Date(draw.test.clock.now().getTime() - 2 * 60 * 60_000);
  const capture = createCapture({ orderNumber: "AP-mabc1234", amountCents: 100 });
  draw.test.gateway.ledger.push(capture);
  await insertVerification(draw.test.ctx.db, {
    ...{ drawId: draw.drawId, gatewayOrderNumber: capture.orderNumber, tokenHash: "token", openedBy: "test" },
    ...{ provider: "bambora", amountCents: 100, now: sentAt, deadlineAt: sentAt },
  });
  await run(
    draw,
    sql`update payment_attempts set state = 'approved', ask_at = null, gateway_transaction_id = ${capture.transactionId},
      answered_at = sent_at where order_id is null`,
  );
}

function forgetCapture({ test, last }: SoldDraw): void {
  test.gateway.ledger = test.gateway.ledger.filter(({ orderNumber }) => orderNumber !== last.orderId);
}

/** All orders but the last are refunded before. */
async function cancelWithoutSearch(draw: SoldDraw): Promise<void> {
  const { test, drawId, last } = draw;
  const others = await queryRows<{ orderId: string }>(
    test.ctx.db,
    sql`select order_id as "orderId" from orders
      where draw_id = ${drawId} and status = 'finalized' and order_id <> ${last.orderId}`,
  );
  for (const { orderId } of others) await requestRefund(test.admin, { instanceId: drawId, orderId }, {});
  await cancelDraw(test, drawId);
  await run(draw, sql`update draw_cancellations set refund_at = null`);
}

/** Breaks one row for each check, and nothing else. */
export const breaks: Record<InvariantCheck, (draw: SoldDraw) => Promise<void> | void> = {
  "number-duplicate": (draw) => shiftLast(draw, -1),
  "number-gap": (draw) => shiftLast(draw, 1),
  "line-without-numbers": async (draw) => {
    await run(draw, sql`delete from number_ranges where order_id = ${draw.last.orderId}`);
    await addToPool(draw, "sold", -2);
  },
  "numbers-without-sale": async (draw) => {
    await run(
      draw,
      sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
        values (${draw.drawId}, 'main', 8, 9, ${draw.held.orderId}, 1)`,
    );
    await addToPool(draw, "sold", 2);
  },
  "limit-exceeded": (draw) =>
    run(
      draw,
      sql`alter table pools drop constraint if exists pools_capacity`,
      sql`update pools set max_tickets = 8 where draw_id = ${draw.drawId}`,
    ),
  "jackpot-exceeded": (draw) =>
    run(
      draw,
      sql`alter table pools drop constraint if exists pools_jackpot`,
      sql`update pools set max_jackpot_cents = jackpot_base_cents + 8999 where draw_id = ${draw.drawId}`,
    ),
  "sold-counter": (draw) => addToPool(draw, "sold", 1),
  "voided-counter": (draw) => addToPool(draw, "voided", 1),
  "reserved-counter": (draw) => addToPool(draw, "reserved", 1),
  "sales-counter": (draw) => addToPool(draw, "sales_cents", 1),
  "reserved-cents-counter": (draw) => addToPool(draw, "reserved_cents", 1),
  "team-counter": (draw) =>
    run(
      draw,
      sql`insert into pool_teams (draw_id, pool_id, team_id, tickets) values (${draw.drawId}, 'main', 'foxes', 1)`,
    ),
  "half-hour-sales": async (draw) => {
    await countSales(draw.test.ctx);
    await run(
      draw,
      sql`insert into half_hour_sales select draw_id, '2026-11-01T12:30:00Z', method, device_id, operator, team_id, 1, 1, 1, 0, 0
        from half_hour_sales where draw_id = ${draw.drawId}`,
    );
  },
  "order-amount": (draw) =>
    run(draw, sql`update orders set amount_cents = amount_cents + 1 where order_id = ${draw.held.orderId}`),
  "order-without-payment": (draw) => {
    forgetCapture(draw);
    return run(draw, sql`delete from payment_attempts where order_id = ${draw.last.orderId}`);
  },
  "order-stuck": (draw) => run(draw, sql`update orders set status = 'unknown' where order_id = ${draw.held.orderId}`),
  "payment-without-order": (draw) => addAttempt(draw, draw.held, "", "approved"),
  "payment-amount": (draw) => {
    changeCapture(draw, { amountCents: 2001 });
    return run(draw, sql`update payment_attempts set amount_cents = 2001 where order_id = ${draw.last.orderId}`);
  },
  "several-approved": async (draw) => {
    await run(draw, sql`drop index if exists payment_attempts_one_approved`);
    await addAttempt(draw, draw.last, "02", "approved");
  },
  "attempt-astray": (draw) => addAttempt(draw, draw.held, "", "sent"),
  "attempt-overdue": async (draw) => {
    await payHeld(draw, async () => ({ kind: "unknown", code: null }));
    await run(draw, sql`update payment_attempts set ask_at = null where order_id = ${draw.held.orderId}`);
  },
  "verification-kept": (draw) => addVerification(draw),
  "receipt-missing": (draw) => run(draw, sql`delete from outbox where order_id = ${draw.last.orderId}`),
  "cancelled-unrefunded": cancelWithoutSearch,
  // The prize is an early bird's, so that only its number is wrong.
  "winner-unfounded": (draw) => {
    const drawnAt = draw.test.clock.now().toISOString();
    const winners = JSON.stringify([{ poolId: "main", prizeType: "Early Bird", number: 9, drawnAt }]);
    const changed = sql`jsonb_set(definition, '{winners}', ${winners}::jsonb)`;
    return run(draw, sql`update draws set definition = ${changed} where draw_id = ${draw.drawId}`);
  },
  "audit-missing": (draw) =>
    run(draw, sql`delete from audit_entries where order_id = ${draw.held.orderId} and action = 'placed'`),
  "audit-unfounded": ({ test, drawId, held }) => {
    const entry = { action: "receipt-resent", at: test.clock.now(), actor: systemActor } as const;
    return writeEntry(test.ctx.db, { drawId, orderId: held.orderId }, entry);
  },
  "audit-unsealed": (draw) =>
    run(draw, sql`update audit_entries set at = at - interval '2 hours' where order_id = ${draw.held.orderId}`),
  "audit-late": async (draw) => {
    await run(
      draw,
      sql`update audit_entries set sequence = null, seal = null where draw_id = ${draw.drawId} and sequence > 6`,
      sql`update audit_entries set at = at - interval '2 hours' where draw_id = ${draw.drawId} and sequence is null`,
    );
    await sealAll(draw.test);
  },
  "audit-chain": async (draw) => {
    await run(draw, sql`update audit_entries set operator = 'Nobody' where draw_id = ${draw.drawId} and sequence = 7`);
  },
  "audit-head": () => undefined,
  "capture-missing": forgetCapture,
  "capture-unknown": ({ test }) => {
    test.gateway.ledger.push(createCapture({ orderNumber: unmatchedNumber, amountCents: 700 }));
  },
  "capture-declined": (draw) =>
    payHeld(draw, async (request) => {
      draw.test.gateway.ledger.push(createCapture(request));
      return { kind: "refused", reason: "declined", code: "7", transactionId: null };
    }),
  "capture-late": async (draw) => {
    await addAttempt(draw, draw.held, "", "missing");
    draw.test.gateway.ledger.push(createCapture({ orderNumber: draw.held.orderId, amountCents: 2000 }));
  },
  "capture-repeated": (draw) => {
    draw.test.gateway.ledger.push({ ...getLastCapture(draw), transactionId: "1" });
  },
  "transaction-conflict": (draw) => {
    draw.test.gateway.ledger.push({ ...getLastCapture(draw), amountCents: 2001 });
  },
  "capture-amount": (draw) => changeCapture(draw, { amountCents: 2001 }),
  "capture-transaction": (draw) => changeCapture(draw, { transactionId: "1" }),
  "return-without-refund": (draw) => changeCapture(draw, { returnedCents: 500 }),
  "void-without-refund": (draw) => changeCapture(draw, { voided: true }),
  ...refundBreaks,
  "gateway-unreachable": ({ test }) => {
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
  },
};

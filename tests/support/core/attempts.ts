import { sql } from "drizzle-orm";
import { vi } from "vitest";
import type { ChargeOutcome, ChargeRequest, ListedPayment } from "@/lib/gateways/payment/port";
import { readOrder } from "@/lib/orders/read-order";
import type { OrderStatus, OrderView } from "@/lib/orders/rules";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { queryRows } from "@/lib/platform/db/database";

import { createPayment, getOutcome } from "./orders";
import type { TestContext } from "./test-context";
import { createCapture } from "./test-gateway";

export type StoredAttempt = {
  state: string;
  reason: string | null;
  asks: number;
  captured_cents: number | null;
  ask_at: string | Date | null;
  missed_at: string | Date | null;
};

/** Loses the call's answer. `captured` is what the gateway took, or null for nothing. */
export async function payUnanswered(
  test: TestContext,
  order: OrderView,
  captured: Partial<ListedPayment> | null = {},
  answer: ChargeOutcome = { kind: "unknown", code: null },
): Promise<string> {
  const { gateway } = test;
  const before = gateway.answer;
  gateway.answer = async (request: ChargeRequest) => {
    if (captured) gateway.ledger.push(createCapture(request, captured));
    return answer;
  };
  const outcome = getOutcome(await payOrder(test.ctx, createPayment(order)));
  gateway.answer = before;
  return outcome;
}

/** Removes an order's captures from the gateway's report. Returns them, so that a test can put them back. */
export function hideCaptures(test: TestContext, order: OrderView): ListedPayment[] {
  const hidden = test.gateway.ledger.filter((row) => row.orderNumber.startsWith(order.orderId));
  test.gateway.ledger = test.gateway.ledger.filter((row) => !hidden.includes(row));
  return hidden;
}

export async function reconcileAfter(test: TestContext, ms: number): Promise<number> {
  test.clock.advance(ms);
  return reconcilePayments(test.ctx);
}

/** `ms` is time of the test's clock. */
export async function reconcileFor(test: TestContext, ms: number, everyMs = 60_000): Promise<void> {
  for (let passed = 0; passed < ms; passed += everyMs) await reconcileAfter(test, everyMs);
}

export async function readStatus(test: TestContext, order: OrderView): Promise<OrderStatus> {
  const read = await readOrder(test.ctx, order);
  if (!read.ok) throw new Error(read.reason);
  return read.order.status;
}

export function listAttempts(test: TestContext, order: OrderView): Promise<StoredAttempt[]> {
  return queryRows<StoredAttempt>(
    test.ctx.db,
    sql`select state, reason, asks, captured_cents, ask_at, missed_at from payment_attempts
      where draw_id = ${order.instanceId} and order_id = ${order.orderId} order by attempt_number`,
  );
}

/** The refunds in cents, and the buyer's pending mail. */
export async function readRefundsAndMail(
  test: TestContext,
  order: OrderView,
): Promise<{ refunds: number[]; mails: string[] }> {
  const { db } = test.ctx;
  const refunds = await queryRows<{ amount_cents: number }>(
    db,
    sql`select amount_cents from refunds where order_id = ${order.orderId} and cause = 'surplus' order by refund_number`,
  );
  const mails = await queryRows<{ kind: string }>(
    db,
    sql`select kind from outbox where order_id = ${order.orderId} order by mail_id`,
  );
  return { refunds: refunds.map((row) => Number(row.amount_cents)), mails: mails.map((row) => row.kind) };
}

/** Records expected log lines in `logged`. */
export function expectLogs(logged: string[] = []): string[] {
  vi.spyOn(console, "error").mockImplementation((text: unknown) => void logged.push(String(text)));
  return logged;
}

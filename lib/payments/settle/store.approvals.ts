import "server-only";
import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import { insertOwnEntries } from "@/lib/audit/store";
import type { OrderStatus } from "@/lib/orders/rules";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import type { OrderRow } from "@/lib/orders/store";
import type { AttemptKey, AttemptRow } from "@/lib/orders/store.attempts";
import { createBatchQueues } from "@/lib/platform/db/batch-queue";
import type { Database } from "@/lib/platform/db/database";
import type { SoldRow } from "./store";
import { sellOrders } from "./store";

export type ApprovedPayment = AttemptKey & {
  now: Date;
  amountCents: number;
  transactionId: string;
  code: string | null;
  cardType: string | null;
  cardLastFour: string | null;
  validationHash: string;
};

/** Attempts and orders in other states stay as they are. */
export type SettleableStates = { states: AttemptRow["state"][]; statuses: OrderStatus[] };

type SoldOrder = Pick<OrderRow, "cardType" | "cardLastFour" | "validationHash"> & {
  finalizedAt: Date;
  ranges: (Pick<SoldRow, "poolId" | "firstNumber" | "lastNumber"> & { voidedAt: null })[];
};

export type SettledAttempt = Pick<
  AttemptRow,
  "gatewayOrderNumber" | "state" | "reason" | "gatewayTransactionId" | "missedAt"
> & { sold?: SoldOrder };

/** Null for a payment whose attempt or order is in no state of `from`, or whose amount differs from the request. */
export async function settlePayments(
  db: Database,
  payments: readonly ApprovedPayment[],
  from: SettleableStates,
): Promise<(SettledAttempt | null)[]> {
  const drawId = payments[0]?.drawId ?? "";
  const numbers = sql.param(payments.map(({ gatewayOrderNumber }) => gatewayOrderNumber));
  const approved = sql`
      update payment_attempts a set state = 'approved', reason = null, gateway_transaction_id = p."transactionId",
        gateway_code = p."gatewayCode", provider_code = p."providerCode", answered_at = p.now, ask_at = null
      from paid p
      where a.draw_id = ${drawId} and a.gateway_order_number = any(${numbers}::text[])
        and a.gateway_order_number = p."gatewayOrderNumber" and a.order_id = p."orderId"
        and a.state = any(p.states) and a.amount_cents = p."amountCents"
      returning p.nth, a.attempt_number, a.missed_at`;
  const entries = sql`(
      select draw_id, order_id, at, ${systemActor.kind}::text as actor_kind, null::text as device_id,
        null::text as operator, jsonb_build_object('attempt', attempt_number, 'amountCents', "amountCents") as detail
      from finalized) as entry`;
  const sales = payments.map((payment, nth) => ({ ...payment, ...toCodeColumns(payment.code), ...from, nth }));
  const noted = insertOwnEntries(entries, "payment-approved");
  const rows = await sellOrders(db, drawId, sales, { approved, noted, mailed: sql`finalized` });
  return payments.map((payment, index) =>
    toSettledAttempt(
      payment,
      rows.filter(({ nth }) => nth === index),
    ),
  );
}

function toSettledAttempt(payment: ApprovedPayment, rows: readonly SoldRow[]): SettledAttempt | null {
  const [first] = rows;
  if (!first) return null;
  const { gatewayOrderNumber, transactionId, now, cardType, cardLastFour, validationHash } = payment;
  const ranges = rows.map(({ poolId, firstNumber, lastNumber }) => {
    return { poolId, firstNumber, lastNumber, voidedAt: null };
  });
  return {
    gatewayOrderNumber,
    reason: null,
    gatewayTransactionId: transactionId,
    state: "approved",
    missedAt: first.missedAt === null ? null : new Date(first.missedAt),
    sold: { finalizedAt: now, cardType, cardLastFour, validationHash, ranges },
  };
}

/** A payment that is being looked up may also be `unknown`, and is settled alone. */
const chargedStates: SettleableStates = { states: ["sent"], statuses: ["paying", "unknown"] };

/**
 * `maxWaiting` is about a second of work. While so many payments of a draw wait, none of its other cards is charged.
 */
const queueLimits = { maxBatch: 64, maxWaiting: 1000 } as const;

/** Writes nothing and returns null unless attempt and order are open and the amounts agree. */
export async function settleAlone(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  const [settled] = await settlePayments(db, [payment], { ...chargedStates, states: ["sent", "unknown"] });
  return settled ?? null;
}

const getQueue = createBatchQueues<ApprovedPayment, SettledAttempt | null>((db) => ({
  maxBatch: queueLimits.maxBatch,
  maxWaiting: Number.POSITIVE_INFINITY,
  // Other statements that change several attempts leave `sent` ones alone, so a batch of those can't deadlock.
  writeAll: (payments) => settlePayments(db, payments, chargedStates),
  writeOne: (payment) => settleAlone(db, payment),
}));

/** Settles in one statement with other approved payments of the draw that are waiting, in order of arrival. */
export async function settleTogether(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  return getQueue(db, payment.drawId).join(payment, false);
}

export function isQueueFull(db: Database, drawId: string): boolean {
  return getQueue(db, drawId).queueLength() >= queueLimits.maxWaiting;
}

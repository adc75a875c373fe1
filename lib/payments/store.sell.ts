import "server-only";

import { sql } from "drizzle-orm";
import { systemActor } from "@/lib/audit/rules";
import { insertOwnEntries } from "@/lib/audit/store";
import { codeColumnsOf } from "@/lib/orders/rules.providers";
import type { OrderRow } from "@/lib/orders/store";
import type { AttemptKey, AttemptRow } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { insertReceipts } from "@/lib/receipts/store";
import { explainUnissued, issueTo } from "./store.finalize";

/** A payment that was approved as requested, at `now`, and whose order is to get numbers. */
export type ApprovedPayment = AttemptKey & {
  now: Date;
  amountCents: number;
  transactionId: string;
  code: string | null;
  cardType: string | null;
  cardLastFour: string | null;
  validationHash: string;
};

type NumberRange = { poolId: string; firstNumber: number; lastNumber: number; voidedAt: null };

/** What an order has become: when, by which card, and its numbers, line by line. */
type Sold = Pick<OrderRow, "cardType" | "cardLastFour" | "validationHash"> & {
  finalizedAt: Date;
  ranges: NumberRange[];
};

/** What is known of an attempt once it is settled; `sold` where the same statement has just sold its order. */
export type SettledAttempt = Pick<
  AttemptRow,
  "gatewayOrderNumber" | "state" | "reason" | "gatewayTransactionId" | "missedAt"
> & { sold?: Sold };

type OpenState = Extract<AttemptRow["state"], "sent" | "unknown">;

type SoldRow = {
  nth: number;
  missed_at: string | Date | null;
  pool_id: string;
  first_number: number;
  last_number: number;
};

function codesOf({ code }: ApprovedPayment) {
  const { gatewayCode: gateway_code, providerCode: provider_code } = codeColumnsOf(code);
  return { gateway_code, provider_code };
}

/** A payment as the statement reads it; its attempt must be in one of `states`. */
function toRow(payment: ApprovedPayment, nth: number, states: readonly OpenState[]) {
  return {
    nth,
    states,
    order_id: payment.orderId,
    number: payment.gatewayOrderNumber,
    at: payment.now,
    amount_cents: payment.amountCents,
    transaction_id: payment.transactionId,
    ...codesOf(payment),
    card_type: payment.cardType,
    card_last_four: payment.cardLastFour,
    validation_hash: payment.validationHash,
  };
}

function toSettled(payment: ApprovedPayment, rows: readonly SoldRow[]): SettledAttempt | null {
  const [first] = rows;
  if (!first) return null;
  const { gatewayOrderNumber, transactionId, now, cardType, cardLastFour, validationHash } = payment;
  const ranges = rows.map(({ pool_id: poolId, first_number: firstNumber, last_number: lastNumber }) => {
    return { poolId, firstNumber: Number(firstNumber), lastNumber: Number(lastNumber), voidedAt: null };
  });
  return {
    ...{ gatewayOrderNumber, reason: null, gatewayTransactionId: transactionId },
    state: "approved",
    missedAt: first.missed_at === null ? null : new Date(first.missed_at),
    sold: { finalizedAt: now, cardType, cardLastFour, validationHash, ranges },
  };
}

/**
 * Turns approved payments of one draw into numbers, in their order and in one statement: attempts, orders, entries and
 * emails, then the counters of the pools, which are locked only for that long, and the numbers. Returns null for a
 * payment whose order isn't being paid or is locked by someone else, whose attempt is in none of `states`, or that was
 * requested in another amount: nothing of it is written. Throws if a pool has numbers beyond its counter, and then
 * nothing is written at all. Orders are locked in the order of their ids, then pools, then shares. Other code that
 * changes several attempts at once changes none that is `sent`, so `unknown` ones go alone.
 */
export async function sellOrders(
  db: Database,
  payments: readonly ApprovedPayment[],
  states: readonly OpenState[],
): Promise<(SettledAttempt | null)[]> {
  const drawId = payments[0]?.drawId ?? "";
  const asked = JSON.stringify(payments.map((payment, nth) => toRow(payment, nth, states)));
  const orderIds = sql.param(payments.map(({ orderId }) => orderId));
  const numbers = sql.param(payments.map(({ gatewayOrderNumber }) => gatewayOrderNumber));
  const entries = sql`(
      select draw_id, order_id, at, ${systemActor.kind}::text as actor_kind, null::text as device_id,
        null::text as operator, jsonb_build_object('attempt', attempt_number, 'amountCents', amount_cents) as detail
      from finalized) as entry`;
  // The lists beside the joins: only they tell the planner that there are few rows.
  const sold = queryRows<SoldRow>(
    db,
    sql`with asked as materialized (
      select * from json_to_recordset(${asked}::json) as a(nth int, states text[], order_id text,
        number text, at timestamptz, amount_cents int, transaction_id text, gateway_code int, provider_code text,
        card_type text, card_last_four text, validation_hash text)
    ), locked_order as materialized (
      select o.draw_id, o.status, o.share_holders, asked.* from asked join orders o on o.order_id = asked.order_id
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[])
      order by o.order_id for update of o skip locked
    ), paid as materialized (
      select * from locked_order where status in ('paying', 'unknown')
    ), approved as (
      update payment_attempts a set state = 'approved', reason = null, gateway_transaction_id = p.transaction_id,
        gateway_code = p.gateway_code, provider_code = p.provider_code, answered_at = p.at, ask_at = null
      from paid p
      where a.draw_id = ${drawId} and a.gateway_order_number = any(${numbers}::text[])
        and a.gateway_order_number = p.number and a.order_id = p.order_id
        and a.state = any(p.states) and a.amount_cents = p.amount_cents
      returning p.nth, a.attempt_number, a.missed_at
    ), finalized as (
      update orders o set status = 'finalized', finalized_at = p.at, share_holders = null, card_type = p.card_type,
        card_last_four = p.card_last_four, validation_hash = p.validation_hash
      from paid p join approved on approved.nth = p.nth
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[]) and o.order_id = p.order_id
      returning o.draw_id, o.order_id, o.client_key, o.team_id, p.share_holders, p.nth, p.at, p.amount_cents,
        approved.attempt_number, approved.missed_at
    ), noted as (${insertOwnEntries(entries, "payment-approved")} returning 1
    ), mailed as (${insertReceipts(sql`finalized`)} returning 1
    ), ${issueTo(drawId, sql`(select count(*) from noted) + (select count(*) from mailed) >= 0`)}
    select f.nth, f.missed_at, i.pool_id, i.first_number, i.last_number
    from finalized f join issued i on i.order_id = f.order_id order by f.nth, i.line_number`,
  );
  const rows = await sold.catch((error: unknown) => {
    throw explainUnissued(error);
  });
  return payments.map((payment, at) =>
    toSettled(
      payment,
      rows.filter(({ nth }) => Number(nth) === at),
    ),
  );
}

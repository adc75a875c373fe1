import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { systemActor } from "@/lib/audit/rules";
import { insertOwnEntries } from "@/lib/audit/store";
import { lockPools } from "@/lib/draws/store.sale";
import type { OrderStatus } from "@/lib/orders/rules";
import type { CodeColumns } from "@/lib/orders/rules.providers";
import { toCodeColumns } from "@/lib/orders/rules.providers";
import type { OrderRow } from "@/lib/orders/store";
import type { AttemptKey, AttemptRow } from "@/lib/orders/store.attempts";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { createBatchQueues } from "@/lib/platform/db/batch-queue";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { insertReceipts } from "@/lib/receipts/store";
import { giveBackShares, insertCookielessEarnings } from "@/lib/shares/store";

export type ApprovedPayment = AttemptKey & {
  now: Date;
  amountCents: number;
  transactionId: string;
  code: string | null;
  cardType: string | null;
  cardLastFour: string | null;
  validationHash: string;
};

export type CashPayment = {
  drawId: string;
  orderId: string;
  now: Date;
  amountCents: number;
  validationHash: string;
  actor: AuditActor;
  entry: NewAuditEntry;
  hasBuyer: boolean;
};

/** Attempts and orders in other states are left as they are. */
export type SettleableStates = { states: AttemptRow["state"][]; statuses: OrderStatus[] };

type NumberRange = { poolId: string; firstNumber: number; lastNumber: number; voidedAt: null };

type SoldOrder = Pick<OrderRow, "cardType" | "cardLastFour" | "validationHash"> & {
  finalizedAt: Date;
  ranges: NumberRange[];
};

export type SettledAttempt = Pick<
  AttemptRow,
  "gatewayOrderNumber" | "state" | "reason" | "gatewayTransactionId" | "missedAt"
> & { sold?: SoldOrder };

/**
 * CTEs that turn the held tickets of the CTE `finalized` into `issued` numbers, which are contiguous in each pool, from
 * 1, order by order. Pools are locked last, when `isReady`. If a pool is missing or its counter is below its last
 * number, as after a restore, the CHECK `number_ranges_order` fails, so no number is issued twice.
 */
function issueNumbers(drawId: string, isReady: SQL): SQL {
  const finalized = sql`finalized`;
  return sql`line as materialized (
      select f.nth, f.team_id, l.order_id, l.pool_id, l.line_number, l.tickets, l.amount_cents,
        (sum(l.tickets) over (partition by l.pool_id order by f.nth, l.line_number) - l.tickets)::int as before
      from finalized f join order_lines l on l.order_id = f.order_id
      where l.draw_id = ${drawId} and l.order_id = any(array(select order_id from finalized))
    ), wanted as materialized (
      select pool_id, sum(tickets)::int as tickets, sum(amount_cents)::bigint as cents,
        count(distinct order_id)::int as orders
      from line group by pool_id
    ), locked as materialized (${lockPools(drawId, sql`wanted`, isReady)}
    ), last as materialized (
      select l.pool_id, coalesce((
        select r.last_number from number_ranges r where r.draw_id = ${drawId} and r.pool_id = l.pool_id
        order by r.last_number desc limit 1), 0) as last_number
      from locked l
    ), sold as (
      update pools p set sold = p.sold + w.tickets, reserved = p.reserved - w.tickets,
        sales_cents = p.sales_cents + w.cents, reserved_cents = p.reserved_cents - w.cents,
        purchases = p.purchases + w.orders
      from wanted w join last l on l.pool_id = w.pool_id
      where p.draw_id = ${drawId} and p.pool_id = w.pool_id and p.sold >= l.last_number
      returning p.pool_id, p.sold - w.tickets as sold_before
    ), supported as (
      insert into pool_teams as t (draw_id, pool_id, team_id, tickets)
      select ${drawId}, line.pool_id, line.team_id, sum(line.tickets)::int
      from line join sold on sold.pool_id = line.pool_id where line.team_id is not null
      group by line.pool_id, line.team_id
      on conflict (draw_id, pool_id, team_id) do update set tickets = t.tickets + excluded.tickets
    ), ${giveBackShares(finalized, { arePaid: true })}, earned as (
      ${insertCookielessEarnings(sql`(select min(at) from finalized)`)}
    ), issued as (
      insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select ${drawId}, line.pool_id, coalesce(sold.sold_before + line.before + 1, 0),
        coalesce(sold.sold_before + line.before + line.tickets, 0), line.order_id, line.line_number
      from line left join sold on sold.pool_id = line.pool_id
      returning order_id, line_number, pool_id, first_number, last_number
    )`;
}

/** A sale in cash has no account, card or attempt yet. */
type SaleRow = Pick<ApprovedPayment, "orderId" | "now" | "amountCents" | "validationHash"> &
  Partial<ApprovedPayment & CodeColumns & SettleableStates> & { nth: number; statuses: OrderStatus[] };

/** The parts that differ by payment method. */
type SaleWrites = { approved: SQL; noted: SQL; mailed: SQL };

type SoldRow = Omit<NumberRange, "voidedAt"> & { nth: number; missedAt: string | Date | null };

/**
 * Makes the sale. Nothing is written for an order in none of its `statuses`, locked elsewhere, or without a row from
 * `approved`. Locks orders by id, then pools, then shares. The text is the same for any number of orders, so that it
 * can be a named statement (decision 050).
 */
async function sellOrders(
  db: Database,
  drawId: string,
  sales: readonly SaleRow[],
  { approved, noted, mailed }: SaleWrites,
): Promise<SoldRow[]> {
  // The list beside the joins tells the planner that there are few rows.
  const orderIds = sql.param(sales.map(({ orderId }) => orderId));
  const sold = queryRows<SoldRow>(
    db,
    sql`with sale as materialized (
      select * from json_to_recordset(${JSON.stringify(sales)}::json) as a(nth int, states text[], statuses text[],
        "orderId" text, "gatewayOrderNumber" text, now timestamptz, "amountCents" int, "transactionId" text,
        "gatewayCode" int, "providerCode" text, "cardType" text, "cardLastFour" text, "validationHash" text)
    ), locked_order as materialized (
      select o.draw_id, o.status, o.share_holders, sale.* from sale join orders o on o.order_id = sale."orderId"
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[])
      order by o.order_id for update of o skip locked
    ), paid as materialized (
      select * from locked_order where status = any(statuses) and status not in ('finalized', 'refunded')
    ), approved as (${approved}
    ), finalized as (
      update orders o set status = 'finalized', finalized_at = p.now, share_holders = null, card_type = p."cardType",
        card_last_four = p."cardLastFour", validation_hash = p."validationHash"
      from paid p join approved on approved.nth = p.nth
      where o.draw_id = ${drawId} and o.order_id = any(${orderIds}::text[]) and o.order_id = p."orderId"
      returning o.draw_id, o.order_id, o.client_key, o.team_id, p.share_holders, p.nth, p.now as at, p."amountCents",
        approved.attempt_number, approved.missed_at
    ), noted as (${noted} returning 1
    ), mailed as (${insertReceipts(mailed)} returning 1
    ), ${issueNumbers(drawId, sql`(select count(*) from noted) + (select count(*) from mailed) >= 0`)}
    select f.nth, f.missed_at as "missedAt", i.pool_id as "poolId", i.first_number as "firstNumber",
      i.last_number as "lastNumber"
    from finalized f join issued i on i.order_id = f.order_id order by f.nth, i.line_number`,
  );
  return sold.catch((error: unknown) => {
    if (findBrokenConstraint(error) !== "number_ranges_order") throw error;
    throw new Error("A pool has numbers beyond its counter: none are issued.", { cause: error });
  });
}

function toSettled(payment: ApprovedPayment, rows: readonly SoldRow[]): SettledAttempt | null {
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

/** Null for each payment that is in no state of `from` or was requested in another amount. */
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
    toSettled(
      payment,
      rows.filter(({ nth }) => nth === index),
    ),
  );
}

/** Throws on `payment_attempts_token` if the order was paid in cash before, and if it is not reserved. */
export async function settleCashPayment(tx: Database, payment: CashPayment): Promise<void> {
  const { drawId, orderId, now, amountCents, validationHash, actor, entry, hasBuyer } = payment;
  const approved = sql`
      insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
        amount_cents, state, sent_at, deadline_at, answered_at, device_id, operator)
      select ${drawId}::text,
        p."orderId" || case when tried.attempts = 0 then '' else lpad((tried.attempts + 1)::text, 2, '0') end,
        p."orderId", tried.attempts + 1, 'order', 'cash', 'cash', p."amountCents", 'approved', p.now, p.now, p.now,
        ${actor.deviceId}::text, ${actor.operator}::text
      from paid p, (
        select count(*)::int as attempts from payment_attempts where draw_id = ${drawId} and order_id = ${orderId}
      ) tried
      returning 0 as nth, attempt_number, missed_at`;
  const sale = { orderId, now, amountCents, validationHash, nth: 0, statuses: ["reserved" as const] };
  const noted = insertEntries(sql`finalized`, entry);
  const rows = await sellOrders(tx, drawId, [sale], {
    approved,
    noted,
    mailed: sql`finalized where ${hasBuyer}::boolean`,
  });
  if (rows.length === 0) throw new Error("A locked order could not be sold for cash.");
}

/** A payment that is being looked up may be `unknown`, and settles alone. */
const inProgress: SettleableStates = { states: ["sent"], statuses: ["paying", "unknown"] };

/** While more than `maxWaiting` payments of a draw wait, which is about a second of work, no other card is charged. */
const limits = { maxBatch: 64, maxWaiting: 1000 } as const;

/** Writes nothing and returns null unless attempt and order are open and the amounts agree. */
export async function settleAlone(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  const [settled] = await settlePayments(db, [payment], { ...inProgress, states: ["sent", "unknown"] });
  return settled ?? null;
}

const queueOf = createBatchQueues<ApprovedPayment, SettledAttempt | null>((db) => ({
  maxBatch: limits.maxBatch,
  maxWaiting: Number.POSITIVE_INFINITY,
  // Other code changes several attempts at once only if none is `sent`, so `unknown` ones settle alone.
  writeAll: (payments) => settlePayments(db, payments, inProgress),
  writeOne: (payment) => settleAlone(db, payment),
}));

/** Settles in one statement with other approved payments of the draw that wait, in order of arrival. */
export async function settleTogether(db: Database, payment: ApprovedPayment): Promise<SettledAttempt | null> {
  return queueOf(db, payment.drawId).join(payment, false);
}

/** Whether so many payments wait for numbers that no other card may be charged. */
export function isQueueFull(db: Database, drawId: string): boolean {
  return queueOf(db, drawId).queueLength() >= limits.maxWaiting;
}

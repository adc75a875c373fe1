import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { cutOffCondition, onSaleCondition, recordFirstCharge } from "@/lib/draws/store.sale";
import type { PaymentSource, Provider } from "@/lib/gateways/payment/port";
import type { PricedLine } from "@/lib/orders/rules.lines";
import type { Buyer } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { atLeastNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { getNumberPrefix } from "./rules";
import type { Pause } from "./rules.pauses";
import type { VerdictRow } from "./store.declines";
import { findDeclinePause, payerAllowedCondition, verdictCtes } from "./store.declines";
import type { OutageRow } from "./store.outages";
import { accountAvailableCondition, findTrialWait, outageCtes } from "./store.outages";
import type { Payer } from "./store.tries";
import { insertTry } from "./store.tries";

export type NewAttempt = {
  drawId: string;
  orderId: string;
  /** In cents: the expected price, and the most that a card may be charged. */
  amountCents: number;
  maximumCents: number;
  /** The revision of the draw that account and buyer were checked against. */
  revision: number;
  provider: Provider;
  method: PaymentSource["kind"];
  tokenHash: string;
  /** Stored if the order has no buyer, or if the payment `replacesBuyer`. */
  buyer: Buyer | null;
  replacesBuyer: boolean;
  openedBy: string;
  now: Date;
  deadlineAt: Date;
  maxAttempts: number;
  payer: Payer;
  /** The payer was slowed down and has waited. */
  hasWaited: boolean;
  actor: AuditActor;
};

type PayingColumns =
  | ("drawId" | "orderId" | "orderCode" | "status" | "amountCents" | "locale" | "buyer" | "isTest" | "placedAt")
  | ("teamId" | "expiresAt" | "extensions" | "finalizedAt" | "cardType" | "cardLastFour" | "validationHash");

type PayingOrder = { order: Pick<OrderRow, PayingColumns>; lines: PricedLine[]; soldBy: string | null };

export type InsertedAttempt = PayingOrder & { gatewayOrderNumber: string; attemptNumber: number; sentAt: Date };

/** `isCurrent` is true if the draw still has this revision and its account can be charged. */
export type InsertAttemptResult = { attempt: InsertedAttempt | null; pause: Pause | null; isCurrent: boolean };

type InsertAttemptRow = VerdictRow &
  OutageRow &
  Pick<OrderRow, "orderCode" | "amountCents" | "locale" | "buyer" | "teamId" | "isTest" | "extensions"> & {
    isCurrent: boolean;
    gatewayOrderNumber: string | null;
    attemptNumber: number;
    placedAt: string | Date;
    expiresAt: string | Date;
    lines: PricedLine[];
    soldBy: string | null;
  };

function toInsertedAttempt(
  { drawId, orderId, now: sentAt }: NewAttempt,
  row: InsertAttemptRow,
): InsertedAttempt | null {
  const { gatewayOrderNumber, attemptNumber, lines, soldBy } = row;
  if (gatewayOrderNumber === null) return null;
  const { orderCode, amountCents, locale, buyer, teamId, isTest, extensions } = row;
  const order: PayingOrder["order"] = {
    drawId,
    orderId,
    orderCode,
    amountCents,
    locale,
    buyer,
    teamId,
    isTest,
    extensions,
    finalizedAt: null,
    cardType: null,
    cardLastFour: null,
    validationHash: null,
    status: "paying",
    placedAt: new Date(row.placedAt),
    expiresAt: new Date(row.expiresAt),
  };
  return { gatewayOrderNumber, attemptNumber, sentAt, order, lines, soldBy };
}

const payingLines = sql`(select json_agg(json_build_object('poolId', l.pool_id, 'packageId', l.package_id,
      'bundleId', l.bundle_id, 'quantity', l.quantity, 'tickets', l.tickets, 'amountCents', l.amount_cents)
      order by l.line_number)
    from order_lines l where l.draw_id = paying.draw_id and l.order_id = paying.order_id)`;

const resultColumns = sql`verdict.client, verdict.network, verdict.wide as "wideNetwork", verdict.device, verdict.slowed,
    outage.is_out as "isOut", outage.trial_s as "trialSeconds",
    sale.is_current as "isCurrent", opened.gateway_order_number as "gatewayOrderNumber",
    paying.number as "attemptNumber", paying.order_code as "orderCode", paying.amount_cents as "amountCents",
    paying.locale, paying.buyer, paying.team_id as "teamId", paying.is_test as "isTest",
    paying.placed_at as "placedAt", paying.expires_at as "expiresAt", paying.extensions, ${payingLines} as lines,
    (select coalesce(name, label) from devices where device_id = paying.device_id) as "soldBy"`;

/**
 * Moves a reserved order to `paying` and writes its attempt and its try in one statement. `now` is the moment of sale
 * (docs/design.md, Moment of sale).
 *
 * Throws on `payment_attempts_token` if the order was charged with this token before, on
 * `payment_attempts_wallet_token` if another order or verification was, and on `payment_tries_trial` if a concurrent
 * payment became the next trial.
 */
export async function insertAttempt(db: Database, attempt: NewAttempt): Promise<InsertAttemptResult> {
  const { drawId, orderId, method, tokenHash, openedBy, now, payer, hasWaited } = attempt;
  const prefix = getNumberPrefix(method);
  const at = sql`${now.toISOString()}::timestamptz`;
  const buyer = sql`${attempt.buyer && JSON.stringify(attempt.buyer)}::jsonb`;
  const deadlineAt = sql`${attempt.deadlineAt.toISOString()}::timestamptz`;
  const entry: NewAuditEntry = { action: "payment-sent", at: now, actor: attempt.actor, detail: { method } };
  const detail = sql`jsonb_build_object('attempt', number, 'amountCents', amount_cents)`;
  // Finds the order by its key only, and checks its state under its lock (decision 050).
  const [row] = await queryRows<InsertAttemptRow>(
    db,
    sql`with tried as (
      select count(*)::int as attempts from payment_attempts where draw_id = ${drawId} and order_id = ${orderId}
    ), ${verdictCtes(payer, at)}, ${outageCtes(payer.account, at)}, sale as materialized (
      select exists (
        select from draws d join draw_secrets s on s.draw_id = d.draw_id
        where d.draw_id = ${drawId} and d.revision = ${attempt.revision}::int and s.unfit_at is null) as is_current
    ), target as materialized (
      select status, expires_at, amount_cents, buyer from orders
      where draw_id = ${drawId} and order_id = ${orderId} for update
    ), paying as (
      update orders o set status = 'paying',
        buyer = case when target.buyer is null or ${attempt.replacesBuyer}::boolean then ${buyer} else target.buyer end
      from target, draws d, tried, verdict, outage, sale
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and target.status = 'reserved'
        and target.expires_at > ${atLeastNow(at)} and d.draw_id = o.draw_id and ${onSaleCondition(at)}
        and sale.is_current
        and target.amount_cents = ${attempt.amountCents}::int and target.amount_cents <= ${attempt.maximumCents}::int
        and (${buyer} is not null or (target.buyer is not null and not ${attempt.replacesBuyer}::boolean))
        and tried.attempts < ${attempt.maxAttempts} and ${payerAllowedCondition(hasWaited)}
        and ${accountAvailableCondition()}
        and not exists (
          select from order_lines l join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
          where l.draw_id = o.draw_id and l.order_id = o.order_id and ${cutOffCondition(at)})
      returning o.draw_id, o.order_id, o.order_code, o.amount_cents, o.locale, o.buyer, o.team_id, o.is_test,
        o.placed_at, o.expires_at, o.extensions, o.device_id, tried.attempts + 1 as number
    ), used as (${recordFirstCharge(sql`paying`, at)}
    ), noted as (${insertEntries(sql`paying`, entry, detail)}
    ), opened as (
    insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
      opened_by, amount_cents, state, sent_at, deadline_at, ask_at, device_id, operator, provider)
    select draw_id, ${prefix} || order_id || case when number = 1 then '' else lpad(number::text, 2, '0') end, order_id,
      number, 'order', ${method}, ${tokenHash}, ${openedBy}, amount_cents, 'sent', ${at}, ${deadlineAt}, ${deadlineAt},
      ${attempt.actor.deviceId}::text, ${attempt.actor.operator}::text, ${attempt.provider}::text
    from paying
    returning draw_id, gateway_order_number
    ), noted_try as (${insertTry(payer, at, { attempt: sql`opened`, verdict: sql`verdict`, outage: sql`outage` })})
    select ${resultColumns}
    from verdict cross join outage cross join sale left join paying on true left join opened on true`,
  );
  if (!row) throw new Error("The statement that opens an attempt returned no row.");
  const inserted = toInsertedAttempt(attempt, row);
  if (inserted) return { attempt: inserted, pause: null, isCurrent: true };
  const seconds = findTrialWait(row);
  const pause: Pause | null = seconds === null ? findDeclinePause(row, hasWaited) : { kind: "outage", seconds };
  return { attempt: null, pause, isCurrent: row.isCurrent };
}

export type PendingAttempt = { orderId: string; orderCode: string; amountCents: number; sentAt: Date };

/** Bounds the read for a browser with many tries. */
const maxTriesRead = 20;

/** The latest attempt whose outcome is unknown. */
export async function findPendingAttempt(
  db: Database,
  drawId: string,
  clientKey: string,
): Promise<PendingAttempt | null> {
  const [row] = await queryRows<Omit<PendingAttempt, "sentAt"> & { sentAt: string | Date }>(
    db,
    sql`select a.order_id as "orderId", o.order_code as "orderCode", a.amount_cents as "amountCents",
      a.sent_at as "sentAt"
    from (
      select draw_id, gateway_order_number, sent_at from payment_tries
      where client_key = ${clientKey}::text order by sent_at desc limit ${maxTriesRead}::int
    ) t cross join lateral (
      select order_id, amount_cents, sent_at, state from payment_attempts p
      where p.draw_id = t.draw_id and p.gateway_order_number = t.gateway_order_number limit 1
    ) a cross join lateral (
      select order_code from orders f where f.draw_id = t.draw_id and f.order_id = a.order_id limit 1
    ) o
    where t.draw_id = ${drawId} and a.state in ('sent', 'unknown')
    order by a.sent_at desc limit 1`,
  );
  return row ? { ...row, sentAt: new Date(row.sentAt) } : null;
}

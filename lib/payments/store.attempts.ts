import "server-only";

import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import { isCutOffAt, sellsAt, touchCredentials } from "@/lib/draws/store.sale";
import type { PaymentSource } from "@/lib/gateways/bambora/gateway";
import type { Buyer } from "@/lib/orders/schema";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { atLeastNow } from "@/lib/platform/db/clock";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { Pause } from "./rules.declines";
import { numberPrefixOf } from "./rules.sources";
import type { Payer, VerdictRow } from "./store.declines";
import { judgePayer, mayPay, pauseOf, recordTry } from "./store.declines";
import type { OutageRow } from "./store.outages";
import { judgeOutage, mayTry, waitOf } from "./store.outages";

/**
 * Moves a reserved order to paying and writes its attempt and who sent it, in one statement, if its hold lives, every
 * pool of it still sells, it has attempts left, no limit keeps its payer waiting and its account is not out. Gives the
 * gateway order number, or null with what keeps the payer waiting, if anything does; throws on `payment_attempts_token`
 * when this token has paid or tried to pay this order before, on `payment_attempts_wallet_token` when a wallet's has
 * another, and on `payment_tries_trial` when somebody else became the next trial of an account that is out. `now` is
 * the moment of sale (docs/design.md, Moment of sale); `buyer` becomes the order's where the payment tells who it is; a
 * device that acts has taken the money; by `openedBy` a call whose connection broke finds out that it was its own
 * attempt that was opened.
 */
export async function openAttempt(
  db: Database,
  attempt: {
    drawId: string;
    orderId: string;
    method: PaymentSource["kind"];
    tokenHash: string;
    buyer: Buyer | null;
    openedBy: string;
    now: Date;
    deadlineAt: Date;
    maxAttempts: number;
    payer: Payer;
    /** Whether a payer who is slowed has yet to wait. */
    mayWait: boolean;
    actor: AuditActor;
  },
): Promise<{ gatewayOrderNumber: string | null; pause: Pause | null }> {
  const { drawId, orderId, method, tokenHash, openedBy, now, payer, mayWait } = attempt;
  const prefix = numberPrefixOf(method);
  const at = sql`${now.toISOString()}::timestamptz`;
  const buyer = attempt.buyer && JSON.stringify(attempt.buyer);
  const deadlineAt = sql`${attempt.deadlineAt.toISOString()}::timestamptz`;
  const entry: NewAuditEntry = { action: "payment-sent", at: now, actor: attempt.actor, detail: { method } };
  const facts = sql`jsonb_build_object('attempt', number, 'amountCents', amount_cents)`;
  const rows = await queryRows<VerdictRow & OutageRow & { gateway_order_number: string | null }>(
    db,
    sql`with tried as (
      select count(*)::int as attempts from payment_attempts where draw_id = ${drawId} and order_id = ${orderId}
    ), ${judgePayer(payer, at)}, ${judgeOutage(payer.account, at)}, paying as (
      update orders o set status = 'paying', buyer = coalesce(${buyer}::jsonb, o.buyer)
      from draws d, tried, verdict v, outage x
      where o.draw_id = ${drawId} and o.order_id = ${orderId} and o.status = 'reserved'
        and o.expires_at > ${atLeastNow(at)} and d.draw_id = o.draw_id and ${sellsAt(at)}
        and tried.attempts < ${attempt.maxAttempts} and ${mayPay(mayWait)} and ${mayTry()}
        and not exists (
          select from order_lines l join pools p on p.draw_id = l.draw_id and p.pool_id = l.pool_id
          where l.draw_id = o.draw_id and l.order_id = o.order_id and ${isCutOffAt(at)})
      returning o.draw_id, o.order_id, o.amount_cents, tried.attempts + 1 as number
    ), used as (${touchCredentials(sql`paying`, at)}
    ), noted as (${insertEntries(sql`paying`, entry, facts)}
    ), opened as (
    insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind, method, token_hash,
      opened_by, amount_cents, state, sent_at, deadline_at, ask_at, device_id, operator)
    select draw_id, ${prefix} || order_id || case when number = 1 then '' else lpad(number::text, 2, '0') end, order_id,
      number, 'order', ${method}, ${tokenHash}, ${openedBy}, amount_cents, 'sent', ${at}, ${deadlineAt}, ${deadlineAt},
      ${attempt.actor.deviceId}::text, ${attempt.actor.operator}::text
    from paying
    returning draw_id, gateway_order_number
    ), noted_try as (${recordTry(payer, at)})
    select v.*, x.is_out, x.trial_s, (select gateway_order_number from opened) as gateway_order_number
    from verdict v, outage x`,
  );
  const [row] = rows;
  if (!row) throw new Error("The statement that opens an attempt gave no verdict.");
  const { gateway_order_number: gatewayOrderNumber } = row;
  if (gatewayOrderNumber) return { gatewayOrderNumber, pause: null };
  const seconds = waitOf(row);
  return { gatewayOrderNumber, pause: seconds === null ? pauseOf(row, mayWait) : { kind: "outage", seconds } };
}

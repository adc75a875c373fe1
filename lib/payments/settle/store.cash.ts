import "server-only";
import { sql } from "drizzle-orm";
import type { AuditActor } from "@/lib/audit/rules";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import type { Database } from "@/lib/platform/db/database";
import { sellOrders } from "./store";

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

/** Throws if the order isn't reserved, and on `payment_attempts_token` if it was paid in cash before. */
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

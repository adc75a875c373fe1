import "server-only";
import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Caller } from "@/lib/limits/rules";
import type { AttemptId } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** `account` is a digest of the charged account. `merchant` is the same digest, or null for a tablet. */
export type Payer = Caller & { account: string; merchant: string | null };

/**
 * Inserts the try of the attempt in the CTE `attempt`, using the CTEs `verdict` and `outage`. If the account is out,
 * the try becomes its next trial.
 */
export function insertTry(
  { client, network, wideNetwork, deviceId, merchant, account }: Payer,
  at: SQL,
  { attempt, verdict, outage }: Record<"attempt" | "verdict" | "outage", SQL>,
): SQL {
  return sql`insert into payment_tries
      (draw_id, gateway_order_number, sent_at, network_key, wide_key, client_key, device_id, merchant_key,
        account_key, trial_number)
    select a.draw_id, a.gateway_order_number, ${at}, ${network}::text, ${wideNetwork}::text,
      ${client}::text, ${deviceId}::text,
      case when v.is_known then null else ${merchant}::text end, ${account}::text,
      case when o.is_out then o.next_trial end
    from ${attempt} a, ${verdict} v, ${outage} o`;
}

export function secondsBefore(at: SQL, seconds: number): SQL {
  return sql`${at} - make_interval(secs => ${seconds}::float8)`;
}

/** Deletes `limit` rows per statement, because one statement for all could exceed its time limit. */
export async function deleteTries(db: Database, before: Date, limit = 10_000): Promise<void> {
  const at = sql`${before.toISOString()}::timestamptz`;
  const old = sql`select ctid from payment_tries where sent_at < ${at} limit ${limit}::int`;
  let deleted: unknown[];
  do deleted = await queryRows(db, sql`delete from payment_tries where ctid = any(array(${old})) returning 1`);
  while (deleted.length === limit);
}

/** The charge's process died before it read the answer, so the try says nothing about the account. */
export async function excludeFromOutages(db: Database, { drawId, gatewayOrderNumber }: AttemptId): Promise<void> {
  await db.execute(
    sql`update payment_tries set account_key = null
      where draw_id = ${drawId} and gateway_order_number = ${gatewayOrderNumber}`,
  );
}

import "server-only";

import { sql } from "drizzle-orm";
import type { AttemptName } from "@/lib/orders/store.attempts";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";

/** Has whoever states something by the same transaction of the gateway wait until this one ends. */
export async function lockTransaction(tx: Database, transactionId: string): Promise<void> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('stated-transaction'), hashtext(${transactionId}))`);
}

/** Lists the draws in which a payment other than `attempt` has this transaction of the gateway. */
export async function listDrawsOfTransaction(
  db: Database,
  transactionId: string,
  attempt: AttemptName,
): Promise<string[]> {
  const rows = await queryRows<{ draw_id: string }>(
    db,
    sql`select distinct draw_id from payment_attempts
      where gateway_transaction_id = ${transactionId}
        and (draw_id, gateway_order_number) <> (${attempt.drawId}, ${attempt.gatewayOrderNumber})`,
  );
  return rows.map(({ draw_id: drawId }) => drawId);
}

import "server-only";

import { sql } from "drizzle-orm";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { OrderNote } from "./rules.audit";
import type { NewAuditEntry } from "./store.audit";
import { insertEntries } from "./store.audit";

/** The audit entry is sealed, so it leaves out the text, which may name the buyer. */
export async function insertNote(
  tx: Database,
  { drawId, orderId, text }: { drawId: string; orderId: string; text: string },
  entry: NewAuditEntry,
): Promise<void> {
  await queryRows(
    tx,
    sql`with written as (
      insert into order_notes (draw_id, order_id, at, author, text)
      values (${drawId}, ${orderId}, ${entry.at.toISOString()}::timestamptz, ${entry.actor.operator}, ${text})
      returning draw_id, order_id
    ) ${insertEntries(sql`written`, entry)}`,
  );
}

export async function listNotes(db: Database, drawId: string, orderId: string): Promise<OrderNote[]> {
  const rows = await queryRows<Omit<OrderNote, "at"> & { at: string | Date }>(
    db,
    sql`select at, author, text from order_notes where draw_id = ${drawId} and order_id = ${orderId}
      order by at, note_id`,
  );
  return rows.map((row) => ({ ...row, at: new Date(row.at).toISOString() }));
}

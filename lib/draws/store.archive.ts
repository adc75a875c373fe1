import "server-only";

import { sql } from "drizzle-orm";
import type { NewChainEntry } from "@/lib/audit/store";
import { insertChainEntries } from "@/lib/audit/store";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { DrawAction } from "./import/rules.changes";

/** Writes no entry if nothing changes: an archived draw keeps the time at which it was archived first. */
export async function setArchivedAt(
  tx: Database,
  drawId: string,
  archivedAt: Date | null,
  entry: NewChainEntry<DrawAction>,
): Promise<void> {
  await queryRows(
    tx,
    sql`with changed as (
      update draws set archived_at = ${archivedAt?.toISOString() ?? null}::timestamptz
      where draw_id = ${drawId} and (archived_at is null) = ${archivedAt !== null}
      returning draw_id, null::text as order_id
    ), noted as (${insertChainEntries(sql`changed`, entry)})
    select draw_id from changed`,
  );
}

import "server-only";

import type { SQL } from "drizzle-orm";
import { and, eq, gt, sql } from "drizzle-orm";
import { testCopyCondition } from "@/lib/draws/store";
import { accessScopeCondition } from "@/lib/draws/store.access-scope";
import { drawRevisions } from "@/lib/draws/tables";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import type { Draft } from "./rules";
import type { EarlierDraw } from "./rules.versions";
import type { DraftContent } from "./schema";
import { drawDrafts } from "./tables";

/** A draft of another scope isn't read, so that its size can't be told from the time. */
export async function readDraft(
  db: Database,
  drawId: string,
  accessScope: AccessScope = "everything",
): Promise<Draft | null> {
  const isWithin = accessScopeCondition(accessScope, drawDrafts);
  const rows = await db
    .select()
    .from(drawDrafts)
    .where(and(eq(drawDrafts.drawId, drawId), isWithin));
  return rows[0] ?? null;
}

/** Returns false if there is a draft of that draw already. */
export async function insertDraft(tx: Database, draft: Draft): Promise<boolean> {
  const rows = await tx.insert(drawDrafts).values(draft).onConflictDoNothing().returning({ id: drawDrafts.drawId });
  return rows.length > 0;
}

/** The id alone may be another organizer's by now: a draft was discarded, and a draw of theirs begun with its id. */
type DraftKey = Pick<Draft, "drawId" | "parentId" | "revision">;

const draftCondition = ({ drawId, parentId, revision }: DraftKey) =>
  and(eq(drawDrafts.drawId, drawId), eq(drawDrafts.parentId, parentId), eq(drawDrafts.revision, revision));

type SavedDraft = DraftKey & Pick<Draft, "savedAt" | "savedBy"> & { content: DraftContent };

/** `revision` is the one that was read. Returns false if the draft has another by now. */
export async function updateDraft(
  db: Database,
  { drawId, parentId, revision, ...saved }: SavedDraft,
): Promise<boolean> {
  const rows = await db
    .update(drawDrafts)
    .set({ ...saved, revision: revision + 1 })
    .where(draftCondition({ drawId, parentId, revision }))
    .returning({ drawId: drawDrafts.drawId });
  return rows.length > 0;
}

/** Returns false if the draft is gone or has another revision. */
export async function deleteDraft(tx: Database, draft: DraftKey): Promise<boolean> {
  const rows = await tx.delete(drawDrafts).where(draftCondition(draft)).returning({ drawId: drawDrafts.drawId });
  return rows.length > 0;
}

/**
 * Returns the parent of a draw that is stored or being set up. One statement does both, so that its time doesn't tell
 * which.
 */
export async function readOwnerId(db: Database, drawId: string): Promise<string | null> {
  const rows = await queryRows<{ parentId: string | null }>(
    db,
    sql`select coalesce((select parent_id from draws where draw_id = ${drawId}),
      (select parent_id from draw_drafts where draw_id = ${drawId})) as "parentId"`,
  );
  return rows[0]?.parentId ?? null;
}

type Preview = { hash: string; endsAt: Date };

/** Replaces an earlier link. Returns false if the draft is gone. */
export async function savePreview(
  db: Database,
  { drawId, parentId }: Pick<Draft, "drawId" | "parentId">,
  { hash, endsAt }: Preview,
): Promise<boolean> {
  const rows = await db
    .update(drawDrafts)
    .set({ previewHash: hash, previewEndsAt: endsAt })
    .where(and(eq(drawDrafts.drawId, drawId), eq(drawDrafts.parentId, parentId)))
    .returning({ drawId: drawDrafts.drawId });
  return rows.length > 0;
}

/** Finds the draft by its link. */
export async function readPreviewedDraft(db: Database, drawId: string, hash: string, now: Date): Promise<Draft | null> {
  const rows = await db
    .select()
    .from(drawDrafts)
    .where(and(eq(drawDrafts.drawId, drawId), eq(drawDrafts.previewHash, hash), gt(drawDrafts.previewEndsAt, now)));
  return rows[0] ?? null;
}

/**
 * Counts the parent's test copies that still sell. The lock ends with the transaction, so that two calls at once don't
 * both make the last one.
 */
export async function countTestCopies(tx: Database, parentId: string, now: Date): Promise<number> {
  await queryRows(tx, sql`select pg_advisory_xact_lock(hashtext('test-copies'), hashtext(${parentId}))`);
  const rows = await queryRows<{ count: number }>(
    tx,
    sql`select count(*)::int as count from draws where parent_id = ${parentId} and closed_at is null
      and closes_at > ${now.toISOString()}::timestamptz and ${testCopyCondition}`,
  );
  return rows[0]?.count ?? 0;
}

export type ListedDraft = Omit<Draft, "content" | "baseRevision" | "savedAt" | "previewEndsAt"> & {
  title: DraftContent["title"];
  type: DraftContent["type"];
  isNew: boolean;
  savedAt: string | Date;
  savedByName: string | null;
};

/** The newest 500, which is more than an installation has at a time. */
export function listDrafts(db: Database, accessScope: AccessScope): Promise<ListedDraft[]> {
  const condition: SQL = accessScopeCondition(accessScope, { parentId: sql`d.parent_id`, drawId: sql`d.draw_id` });
  return queryRows<ListedDraft>(
    db,
    sql`select d.draw_id as "drawId", d.parent_id as "parentId", d.revision, d.saved_at as "savedAt",
        d.saved_by as "savedBy", d.content -> 'title' as title, d.content ->> 'type' as type,
        d.base_revision is null as "isNew", p.name as "savedByName"
      from draw_drafts d left join persons p on 'person:' || p.person_id = d.saved_by
      where ${condition} order by d.saved_at desc limit 500`,
  );
}

/** The definition that a revision wrote. Null for one that isn't stored, as before revisions were kept. */
export async function readRevision(db: Database, drawId: string, revision: number): Promise<EarlierDraw | null> {
  const rows = await db
    .select({ after: drawRevisions.after })
    .from(drawRevisions)
    .where(and(eq(drawRevisions.drawId, drawId), eq(drawRevisions.revision, revision)));
  return rows[0]?.after ?? null;
}

/** The name of the person who saved last. Null for a key, and for a person whose data was erased. */
export async function readEditorName(db: Database, savedBy: string | null): Promise<string | null> {
  const rows = await queryRows<{ name: string }>(
    db,
    sql`select name from persons where 'person:' || person_id = ${savedBy}`,
  );
  return rows[0]?.name ?? null;
}

import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DraftContent } from "./schema";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/**
 * What is set up of a draw and not applied yet. It may be incomplete. `revision` counts saves. `base_revision` is the
 * draw's revision that the draft began with, null for a new draw. `saved_by` is the operator of an audit entry.
 * `preview_hash` is of the code in the draft's preview link.
 */
export const drawDrafts = pgTable("draw_drafts", {
  drawId: text("draw_id").primaryKey(),
  parentId: text("parent_id").notNull(),
  content: jsonb("content").$type<DraftContent>().notNull(),
  revision: integer("revision").notNull(),
  baseRevision: integer("base_revision"),
  savedAt: instant("saved_at").notNull(),
  savedBy: text("saved_by"),
  previewHash: text("preview_hash"),
  previewEndsAt: instant("preview_ends_at"),
});

import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DateMove } from "@/lib/draws/import/rules.changes";
import { draws } from "@/lib/draws/tables";
import type { KeptReading, StalePools } from "./rules";

/**
 * The reading of a draw's dates that an admin chose (decision 062). Mails tell it from the definition `revision` on.
 * `told` has the pools whose buyers were told otherwise, and `queued_to` the order up to which they have a mail in the
 * outbox, null when all have.
 */
export const zoneChoices = pgTable("zone_choices", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  kept: text("kept").$type<KeptReading>().notNull(),
  chosenAt: timestamp("chosen_at", { withTimezone: true }).notNull(),
  revision: integer("revision").notNull(),
  moves: jsonb("moves").$type<DateMove[]>().notNull(),
  told: jsonb("told").$type<StalePools>().notNull(),
  queuedTo: text("queued_to"),
});

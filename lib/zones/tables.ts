import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DateChange } from "@/lib/draws/import/rules.changes";
import { draws } from "@/lib/draws/tables";
import type { DateReading, StalePools } from "./rules";

/**
 * The chosen reading (decision 062), in effect from `revision` on. `told` lists pools whose receipts differ.
 * `queued_to` is the last order queued.
 */
export const zoneChoices = pgTable("zone_choices", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  kept: text("kept").$type<DateReading>().notNull(),
  chosenAt: timestamp("chosen_at", { withTimezone: true }).notNull(),
  revision: integer("revision").notNull(),
  moves: jsonb("moves").$type<DateChange[]>().notNull(),
  stalePools: jsonb("told").$type<StalePools>().notNull(),
  queuedTo: text("queued_to"),
});

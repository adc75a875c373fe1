import { integer, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { DateMove } from "@/lib/draws/rules.changes";
import { draws } from "@/lib/draws/tables";
import type { KeptReading } from "./rules";
import type { ToldOtherwise } from "./rules.told";

/**
 * Which reading of a draw's dates an admin chose, once (decision 062). `revision` is the definition from which on mails
 * say what is true; `queued_to` is the order up to which buyers who were told otherwise have a mail in the outbox, null
 * when all have.
 */
export const zoneChoices = pgTable("zone_choices", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  kept: text("kept").$type<KeptReading>().notNull(),
  chosenAt: timestamp("chosen_at", { withTimezone: true }).notNull(),
  revision: integer("revision").notNull(),
  moves: jsonb("moves").$type<DateMove[]>().notNull(),
  told: jsonb("told").$type<ToldOtherwise>().notNull(),
  queuedTo: text("queued_to"),
});

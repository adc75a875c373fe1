import { date, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Keeps the bounds of closed days, so that newer time zone data moves no sale to another day (decision 062). */
export const dayCuts = pgTable(
  "day_cuts",
  {
    zone: text("zone").notNull(),
    day: date("day").notNull(),
    beginsAt: timestamp("begins_at", { withTimezone: true }).notNull(),
    endsAt: timestamp("ends_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.zone, table.day] })],
);

import { pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** One scheduled job with its lease: whoever holds it until `leased_until` runs the job. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  leasedUntil: timestamp("leased_until", { withTimezone: true }).notNull(),
  /** When it last succeeded. */
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

import { bigint, index, integer, pgTable, text, timestamp, varchar } from "drizzle-orm/pg-core";

/** One scheduled job with its lease: whoever holds it until `leased_until` runs the job. */
export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  leasedUntil: timestamp("leased_until", { withTimezone: true }).notNull(),
  /** When it last succeeded. */
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/**
 * Calls and failures of one caller, as rate-limiter-flexible keeps them: `points` used until `expire`, in ms since
 * 1970. A key is a rule's name and a digest, never an address. Rows whose time is over are deleted by a job.
 */
export const callCounts = pgTable(
  "call_counts",
  {
    key: varchar("key", { length: 255 }).primaryKey(),
    points: integer("points").notNull().default(0),
    expire: bigint("expire", { mode: "number" }),
  },
  (table) => [index("call_counts_expire").on(table.expire)],
);

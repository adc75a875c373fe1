import { bigint, index, integer, pgTable, text, timestamp, varchar } from "drizzle-orm/pg-core";

export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  leasedUntil: timestamp("leased_until", { withTimezone: true }).notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/**
 * Columns as rate-limiter-flexible needs them; `expire` is in ms since 1970. Keys contain digests, never an IP address.
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

import { bigint, index, integer, pgTable, text, timestamp, varchar } from "drizzle-orm/pg-core";

export const jobs = pgTable("jobs", {
  name: text("name").primaryKey(),
  holder: text("holder").notNull(),
  leasedUntil: timestamp("leased_until", { withTimezone: true }).notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** Has the layout of rate-limiter-flexible, with `expire` in ms since 1970. Keys hold a digest, never an address. */
export const callCounts = pgTable(
  "call_counts",
  {
    key: varchar("key", { length: 255 }).primaryKey(),
    points: integer("points").notNull().default(0),
    expire: bigint("expire", { mode: "number" }),
  },
  (table) => [index("call_counts_expire").on(table.expire)],
);

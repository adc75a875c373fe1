import { bigint, index, integer, pgTable, varchar } from "drizzle-orm/pg-core";

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

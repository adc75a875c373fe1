import { sql } from "drizzle-orm";
import { boolean, check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

/** One row: what the server that first worked with this database was, and a text sealed with its key. */
export const installation = pgTable(
  "installation",
  {
    only: boolean("only").primaryKey().default(true),
    mode: text("mode").notNull(),
    keyCheck: text("key_check").notNull(),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [check("installation_only", sql`${table.only}`)],
);

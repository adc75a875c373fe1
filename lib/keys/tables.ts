import { sql } from "drizzle-orm";
import { check, pgTable, text, timestamp } from "drizzle-orm/pg-core";

import type { KeyRight } from "@/lib/rights";

/** Names are never reused, because the audit log identifies keys by name (decision 058). */
export const adminKeys = pgTable(
  "admin_keys",
  {
    name: text("name").primaryKey(),
    keyHash: text("key_hash").notNull().unique(),
    rights: text("rights").array().$type<KeyRight[]>().notNull(),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [check("admin_keys_end", sql`${table.expiresAt} > ${table.createdAt}`)],
);

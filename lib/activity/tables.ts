import { bigint, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { draws } from "@/lib/draws/tables";

/** A pool's counters at a point in time. Figures of 24 hours are differences between them. Money is in cents. */
export const poolMarks = pgTable(
  "pool_marks",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    poolId: text("pool_id").notNull(),
    markedAt: timestamp("marked_at", { withTimezone: true }).notNull(),
    tickets: integer("tickets").notNull(),
    salesCents: bigint("sales_cents", { mode: "number" }).notNull(),
    purchases: integer("purchases").notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.poolId, table.markedAt] })],
);

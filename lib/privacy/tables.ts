import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

import { draws } from "@/lib/draws/tables";

/**
 * The place of the job that erases buyers of unpaid orders in each draw: the last order that it saw, in the order of
 * `placed_at`. `finished_at` is when it came to the end of a draw to which no orders come any more.
 */
export const erasureWalks = pgTable("erasure_walks", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** The same for the job that shrinks orders. No foreign key, as below. */
export const stubWalks = pgTable("stub_walks", {
  drawId: text("draw_id").primaryKey(),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/**
 * Unpaid orders that were open when their turn to be erased came: the job looks at each again from `look_at` on. A
 * foreign key to `orders` would lock that table when it is added.
 */
export const erasureWaits = pgTable(
  "erasure_waits",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    lookAt: timestamp("look_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.orderId] }), index("erasure_waits_due").on(table.lookAt)],
);

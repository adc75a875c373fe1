import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

import { draws } from "@/lib/draws/tables";

/**
 * How far a job has gone through the orders of a draw, in the order in which they were placed, to erase the buyers of
 * those that nobody paid. `finished_at` is when it came to the end of a draw to which no orders come any more.
 */
export const erasureWalks = pgTable("erasure_walks", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  /** The last order that was looked at. */
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** The same of the job that shrinks orders which nobody tried to pay. No foreign key, as below. */
export const stubWalks = pgTable("stub_walks", {
  drawId: text("draw_id").primaryKey(),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/**
 * Unpaid orders that the job which erases buyers has passed while something of them was open: each is looked at again
 * from `look_at` on, until its buyer is erased or it was paid. No foreign key: one to `orders` would lock that table
 * when it is added.
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

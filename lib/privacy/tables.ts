import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

import { draws } from "@/lib/draws/tables";

/** The last order examined, in the order of `placed_at`. `finished_at` is set once the draw takes no more orders. */
export const erasureWalks = pgTable("erasure_walks", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** The last order examined for stubs. It has no foreign key, for the reason below. */
export const stubWalks = pgTable("stub_walks", {
  drawId: text("draw_id").primaryKey(),
  placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
  finishedAt: timestamp("finished_at", { withTimezone: true }),
});

/** Unpaid orders that were still open when examined. A foreign key would lock `orders` when it is added. */
export const erasureWaits = pgTable(
  "erasure_waits",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    lookAt: timestamp("look_at", { withTimezone: true }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.orderId] }), index("erasure_waits_due").on(table.lookAt)],
);

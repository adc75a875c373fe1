import { sql } from "drizzle-orm";
import { bigint, check, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/**
 * A holder is all new buyers together, a network's key of the day, or a browser. Pool `''` counts orders. A first order
 * may be as large as `one_order`. Money is in cents.
 */
export const ticketShares = pgTable(
  "ticket_shares",
  {
    drawId: text("draw_id").notNull(),
    poolId: text("pool_id").notNull(),
    holder: text("holder").notNull(),
    orders: integer("orders").notNull(),
    held: integer("held").notNull(),
    heldCents: bigint("held_cents", { mode: "number" }).notNull(),
    allowance: integer("allowance"),
    allowanceCents: bigint("allowance_cents", { mode: "number" }),
    oneOrder: integer("one_order"),
    oneOrderCents: bigint("one_order_cents", { mode: "number" }),
    /** Tickets paid since `began_at`, which raise the allowance by as many. */
    paid: integer("paid").notNull(),
    paidCents: bigint("paid_cents", { mode: "number" }).notNull(),
    beganAt: timestamp("began_at", { withTimezone: true }).notNull(),
  },
  (own) => [
    primaryKey({ columns: [own.drawId, own.poolId, own.holder] }),
    index("ticket_shares_of_browsers").on(own.beganAt).where(sql`${own.holder} like 'client:%'`),
    index("ticket_shares_of_networks")
      .on(own.beganAt)
      .where(sql`${own.holder} like 'network:%' or ${own.holder} like 'newcomers:%'`),
    check(
      "ticket_shares_allowance",
      sql`${own.held} <= ${own.allowance} and ${own.heldCents} <= ${own.allowanceCents}
        or ${own.orders} <= 1 and ${own.held} <= ${own.oneOrder} and ${own.heldCents} <= ${own.oneOrderCents}`,
    ),
  ],
);

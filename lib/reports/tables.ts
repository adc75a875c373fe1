import { bigint, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import type { AttemptMethod } from "@/lib/orders/rules.payment";

/**
 * Sales of a draw by the half hour in which their payment was sent, as the regulator's report counts them: zones such
 * as St. John's are half an hour off. `device_id`, `operator` and `team_id` are empty for none. What was voided is
 * included in the sums, too. Money is in cents. Has no foreign key, because adding a row would lock the draw's.
 */
export const halfHourSales = pgTable(
  "half_hour_sales",
  {
    drawId: text("draw_id").notNull(),
    startsAt: timestamp("starts_at", { withTimezone: true }).notNull(),
    method: text("method").$type<AttemptMethod>().notNull(),
    deviceId: text("device_id").notNull(),
    operator: text("operator").notNull(),
    teamId: text("team_id").notNull(),
    orders: integer("orders").notNull(),
    tickets: integer("tickets").notNull(),
    amountCents: bigint("amount_cents", { mode: "number" }).notNull(),
    voidTickets: integer("void_tickets").notNull(),
    voidCents: bigint("void_cents", { mode: "number" }).notNull(),
  },
  (table) => [
    primaryKey({
      name: "half_hour_sales_key",
      columns: [table.drawId, table.startsAt, table.method, table.deviceId, table.operator, table.teamId],
    }),
  ],
);

/** Up to which entry of a draw's audit chain `half_hour_sales` has its sales, and when that entry was written. */
export const halfHourSalesProgress = pgTable("half_hour_sales_progress", {
  drawId: text("draw_id").primaryKey(),
  sequence: bigint("sequence", { mode: "number" }).notNull(),
  countedAt: timestamp("counted_at", { withTimezone: true }),
});

import { sql } from "drizzle-orm";
import { foreignKey, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

import { orders } from "@/lib/orders/tables";
import type { MailKind, MailState } from "./rules";

/** Mail to the buyer of an order, written with what it tells and delivered at least once. */
export const outbox = pgTable(
  "outbox",
  {
    drawId: text("draw_id").notNull(),
    mailId: text("mail_id").notNull(),
    orderId: text("order_id").notNull(),
    kind: text("kind").$type<MailKind>().notNull(),
    state: text("state").$type<MailState>().notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull(),
    /** When it is to be tried next; moved ahead by whoever tries it, so that one process does. */
    tryAt: timestamp("try_at", { withTimezone: true }).notNull(),
    tries: integer("tries").notNull().default(0),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    /** The draw's definition that it was sent from; null by releases that told times by the zone data of Node 20. */
    revision: integer("revision"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.mailId] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    uniqueIndex("outbox_one_receipt").on(table.drawId, table.orderId).where(sql`${table.kind} = 'receipt'`),
    index("outbox_of_order").on(table.drawId, table.orderId),
    index("outbox_waiting").on(table.tryAt).where(sql`${table.state} = 'waiting'`),
    index("outbox_bulk").on(table.tryAt).where(sql`${table.state} = 'bulk'`),
  ],
);

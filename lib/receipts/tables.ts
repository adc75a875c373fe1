import { sql } from "drizzle-orm";
import {
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

import { draws } from "@/lib/draws/tables";
import { orders } from "@/lib/orders/tables";

import type { DrawnNumber } from "./results/rules";
import type { MailKind, MailState } from "./rules";

export const outbox = pgTable(
  "outbox",
  {
    drawId: text("draw_id").notNull(),
    mailId: text("mail_id").notNull(),
    orderId: text("order_id").notNull(),
    kind: text("kind").$type<MailKind>().notNull(),
    state: text("state").$type<MailState>().notNull(),
    queuedAt: timestamp("queued_at", { withTimezone: true }).notNull(),
    /** The next attempt is due then. A claim moves it ahead, so that only one process tries. */
    tryAt: timestamp("try_at", { withTimezone: true }).notNull(),
    tries: integer("tries").notNull().default(0),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    /** The revision of the draw's definition. Null in emails queued by releases with the time zone data of Node 20. */
    revision: integer("revision"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.mailId] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    uniqueIndex("outbox_one_receipt").on(table.drawId, table.orderId).where(sql`${table.kind} = 'receipt'`),
    index("outbox_of_order").on(table.drawId, table.orderId),
    index("outbox_waiting").on(table.tryAt).where(sql`${table.state} = 'waiting'`),
    index("outbox_bulk").on(table.tryAt).where(sql`${table.state} = 'bulk'`),
    index("outbox_failed").on(table.drawId, table.queuedAt).where(sql`${table.state} = 'failed'`),
  ],
);

/**
 * `revision` was checked last. From `look_at` on, time alone may change the result. `queued_to` is the last number
 * queued.
 */
export const drawResults = pgTable(
  "draw_results",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    poolId: text("pool_id").notNull(),
    revision: integer("revision").notNull(),
    lookAt: timestamp("look_at", { withTimezone: true }),
    winners: jsonb("winners").$type<DrawnNumber[]>().notNull(),
    since: timestamp("since", { withTimezone: true }).notNull(),
    announced: jsonb("told").$type<DrawnNumber[]>(),
    round: integer("round").notNull(),
    queuedTo: integer("queued_to"),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.poolId] })],
);

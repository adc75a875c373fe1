import { sql } from "drizzle-orm";
import {
  bigint,
  foreignKey,
  index,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

import { orders } from "./tables";

/**
 * Who did what to which order, draw or device, written with the change itself and never changed. A job gives each entry
 * its place in the chain of its draw afterwards: `sequence` from 1, when that was, and `seal`, which covers all of it
 * and the seal before. `draw_id` names the chain: a draw, or `parent:ID` for the devices of a parent.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    drawId: text("draw_id").notNull(),
    entryId: text("entry_id").notNull().default(sql`gen_random_uuid()::text`),
    /** Null for what was done to the draw itself, or to a parent's devices. */
    orderId: text("order_id"),
    at: timestamp("at", { withTimezone: true }).notNull(),
    action: text("action").notNull(),
    actorKind: text("actor_kind").notNull(),
    /** The device's id; null for any other actor. */
    deviceId: text("device_id"),
    operator: text("operator"),
    detail: jsonb("detail").$type<Record<string, string | number | boolean | null>>().notNull(),
    sequence: bigint("sequence", { mode: "number" }),
    sealedAt: timestamp("sealed_at", { withTimezone: true }),
    seal: text("seal"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.entryId] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    index("audit_entries_of_order").on(table.drawId, table.orderId, table.at),
    uniqueIndex("audit_entries_sequence").on(table.drawId, table.sequence),
    index("audit_entries_unsealed").on(table.drawId, table.at).where(sql`${table.sequence} is null`),
  ],
);

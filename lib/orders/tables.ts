import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { AnyPgColumn } from "drizzle-orm/pg-core";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  smallint,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { pools } from "@/lib/draws/tables";
import { markedLetters, plainLetters } from "@/lib/platform/i18n/fold-text";
import type { Language } from "@/lib/platform/i18n/routing";
import type { OrderStatus } from "./rules";
import type { Buyer } from "./schema";

const quoted = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`);

/** Written as `foldText` writes names, for searches and their indexes. */
export function nameWords(buyer: AnyPgColumn | SQL): Record<"first" | "last" | "both", SQL> {
  const folded = sql`lower(translate(${buyer} ->> 'name', ${quoted(markedLetters)}, ${quoted(plainLetters)}))`;
  const [first, last] = [sql`split_part(${folded}, ' ', 1)`, sql`split_part(${folded}, ' ', -1)`];
  return { first, last, both: sql`(${first} || ' ' || ${last})` };
}

/** Money in cents. Has no foreign key to the draw, because each order would lock the draw's row. */
export const orders = pgTable(
  "orders",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    orderCode: text("order_code").notNull(),
    status: text("status").$type<OrderStatus>().notNull(),
    amountCents: integer("amount_cents").notNull(),
    locale: text("locale").$type<Language>().notNull(),
    buyer: jsonb("buyer").$type<Buyer>(),
    teamId: text("team_id"),
    isTest: boolean("is_test").notNull(),
    clientKey: text("client_key").notNull(),
    /** The selling device and its operator. Null on the web. */
    deviceId: text("device_id"),
    operator: text("operator"),
    /** Counts a client's holds in a limited draw, from 1. */
    holdSlot: smallint("hold_slot"),
    /** The shares that count its unpaid tickets. Null once it is paid or ended. */
    shareHolders: text("share_holders").array(),
    idempotencyKey: text("idempotency_key").notNull(),
    requestHash: text("request_hash").notNull(),
    placedAt: timestamp("placed_at", { withTimezone: true }).notNull(),
    expiresAt: timestamp("expires_at", { withTimezone: true }).notNull(),
    extensions: integer("extensions").notNull(),
    finalizedAt: timestamp("finalized_at", { withTimezone: true }),
    hiddenAt: timestamp("hidden_at", { withTimezone: true }),
    cardType: text("card_type"),
    cardLastFour: text("card_last_four"),
    /** Null until the order is finalized. */
    validationHash: text("validation_hash"),
    erasedAt: timestamp("erased_at", { withTimezone: true }),
    /** The place of sale, which an erasure keeps. */
    erasedProvince: text("erased_province"),
    /** Set once the email was corrected. */
    addressSecret: text("address_secret"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.orderId] }),
    uniqueIndex("orders_idempotency").on(table.drawId, table.idempotencyKey),
    uniqueIndex("orders_code").on(table.drawId, table.orderCode),
    uniqueIndex("orders_validation").on(table.drawId, table.validationHash),
    index("orders_expiring").on(table.expiresAt).where(sql`${table.status} = 'reserved'`),
    uniqueIndex("orders_hold_slot")
      .on(table.drawId, table.clientKey, table.holdSlot)
      .where(sql`${table.status} in ('reserved', 'paying', 'unknown') and ${table.holdSlot} is not null`),
    index("orders_counted").on(table.drawId, table.placedAt).where(sql`${table.shareHolders} is not null`),
    index("orders_finalized").on(table.drawId, table.finalizedAt).where(sql`${table.status} = 'finalized'`),
    index("orders_recent").on(table.drawId, table.placedAt, table.orderId),
    index("orders_by_device")
      .on(table.drawId, table.deviceId, table.placedAt, table.orderId)
      .where(sql`${table.deviceId} is not null`),
    index("orders_unfinalized")
      .on(table.drawId, table.placedAt, table.orderId)
      .where(sql`${table.status} in ('reserved', 'paying', 'unknown')`),
    index("orders_ended")
      .on(table.drawId, table.status, table.placedAt, table.orderId)
      .where(sql`${table.status} in ('expired', 'cancelled', 'refunded')`),
    index("orders_by_email")
      .on(table.drawId, sql`lower(${table.buyer} ->> 'email')`, table.placedAt, table.orderId)
      .where(sql`${table.buyer} is not null`),
    index("orders_by_phone")
      .on(table.drawId, sql`(${table.buyer} ->> 'phone')`, table.placedAt, table.orderId)
      .where(sql`${table.buyer} ->> 'phone' is not null`),
    ...(["first", "last", "both"] as const).map((words) =>
      index(`orders_by_${words}_name`)
        .on(table.drawId, table.deviceId, nameWords(table.buyer)[words], table.placedAt, table.orderId)
        .where(sql`${table.deviceId} is not null and ${table.buyer} is not null`),
    ),
    check("orders_hold_slot_from_one", sql`${table.holdSlot} >= 1`),
    check("orders_amount", sql`${table.amountCents} > 0`),
    check(
      "orders_erased",
      sql`${table.erasedAt} is null
        or ${table.buyer} is null and ${table.cardLastFour} is null and ${table.clientKey} = ''`,
    ),
    // The digest covers the buyer's details, which could be guessed by trying, so an erasure removes it.
    check("orders_erased_digest", sql`${table.erasedAt} is null or ${table.requestHash} = ''`),
  ],
);

export const orderLines = pgTable(
  "order_lines",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    lineNumber: integer("line_number").notNull(),
    poolId: text("pool_id").notNull(),
    packageId: text("package_id").notNull(),
    bundleId: text("bundle_id"),
    quantity: integer("quantity").notNull(),
    tickets: integer("tickets").notNull(),
    amountCents: integer("amount_cents").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.orderId, table.lineNumber] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    check("order_lines_tickets", sql`${table.tickets} > 0`),
  ],
);

/** Both ends are included. */
export const numberRanges = pgTable(
  "number_ranges",
  {
    drawId: text("draw_id").notNull(),
    poolId: text("pool_id").notNull(),
    firstNumber: integer("first_number").notNull(),
    lastNumber: integer("last_number").notNull(),
    orderId: text("order_id").notNull(),
    lineNumber: integer("line_number").notNull(),
    voidedAt: timestamp("voided_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.poolId, table.firstNumber] }),
    uniqueIndex("number_ranges_last").on(table.drawId, table.poolId, table.lastNumber),
    uniqueIndex("number_ranges_line").on(table.drawId, table.orderId, table.lineNumber),
    index("number_ranges_void")
      .on(table.drawId, table.poolId, table.firstNumber)
      .where(sql`${table.voidedAt} is not null`),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    check("number_ranges_order", sql`${table.firstNumber} >= 1 and ${table.lastNumber} >= ${table.firstNumber}`),
  ],
);

/**
 * Numbers of sales that were lost with a restored database. They count as issued and void, so they are never issued
 * again.
 */
export const lostNumbers = pgTable(
  "lost_numbers",
  {
    drawId: text("draw_id").notNull(),
    poolId: text("pool_id").notNull(),
    firstNumber: integer("first_number").notNull(),
    lastNumber: integer("last_number").notNull(),
    restoredTo: timestamp("restored_to", { withTimezone: true }).notNull(),
    recordedAt: timestamp("recorded_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.poolId, table.firstNumber] }),
    foreignKey({ columns: [table.drawId, table.poolId], foreignColumns: [pools.drawId, pools.poolId] }),
    check("lost_numbers_order", sql`${table.firstNumber} >= 1 and ${table.lastNumber} >= ${table.firstNumber}`),
  ],
);

/**
 * Append-only, except that a job adds `sequence` and `seal`, which covers the entry and the seal before it. `draw_id`
 * names the chain: a draw, or `parent:ID` for devices.
 */
export const auditEntries = pgTable(
  "audit_entries",
  {
    drawId: text("draw_id").notNull(),
    entryId: text("entry_id").notNull().default(sql`gen_random_uuid()::text`),
    /** Null for an entry about a draw itself or a parent's devices. */
    orderId: text("order_id"),
    at: timestamp("at", { withTimezone: true }).notNull(),
    action: text("action").notNull(),
    actorKind: text("actor_kind").notNull(),
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
    // The history's first view leaves out the entries of sales.
    index("audit_entries_of_history")
      .on(table.drawId, table.at)
      .where(
        sql`${table.orderId} is null and ${table.action} not in ('session-opened', 'session-confirmed', 'session-ended')`,
      ),
  ],
);

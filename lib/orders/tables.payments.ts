import { sql } from "drizzle-orm";
import {
  check,
  foreignKey,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import type { AttemptMethod, AttemptState } from "./rules.payment";
import type { Provider } from "./rules.providers";
import type { RefundCause, RefundMethod, RefundReason, RefundState, Requester } from "./rules.refunds";
import { orders } from "./tables";

/** The row is durable before the gateway is called. `order_id` is null for an Apple Pay verification. */
export const paymentAttempts = pgTable(
  "payment_attempts",
  {
    drawId: text("draw_id").notNull(),
    gatewayOrderNumber: text("gateway_order_number").notNull(),
    orderId: text("order_id"),
    attemptNumber: integer("attempt_number").notNull(),
    kind: text("kind").notNull(),
    method: text("method").$type<AttemptMethod>().notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The call that opened the attempt, the only one that may charge it. */
    openedBy: text("opened_by"),
    amountCents: integer("amount_cents").notNull(),
    state: text("state").$type<AttemptState>().notNull(),
    reason: text("reason"),
    /** Meaningless for cash. */
    provider: text("provider").$type<Provider>().notNull().default("bambora"),
    gatewayTransactionId: text("gateway_transaction_id"),
    gatewayCode: integer("gateway_code"),
    /** Written by `toCodeColumns`, together with `gateway_code`. */
    providerCode: text("provider_code"),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
    deadlineAt: timestamp("deadline_at", { withTimezone: true }).notNull(),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** The next lookup. Null if none is due. */
    lookupAt: timestamp("ask_at", { withTimezone: true }),
    checkCount: integer("asks").notNull().default(0),
    /** The first lookup that found nothing. */
    missedAt: timestamp("missed_at", { withTimezone: true }),
    /** The first page of the gateway's report that showed it. */
    shownAt: timestamp("shown_at", { withTimezone: true }),
    /** Set only for surplus money and verifications. */
    capturedCents: integer("captured_cents"),
    /** The device that took the money and its operator. Null for a browser. */
    deviceId: text("device_id"),
    operator: text("operator"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.gatewayOrderNumber] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    // Begins with the order: otherwise a query by key and state could read every open attempt.
    uniqueIndex("payment_attempts_one_open")
      .on(table.orderId, table.drawId)
      .where(sql`${table.state} in ('sent', 'unknown')`),
    uniqueIndex("payment_attempts_one_approved")
      .on(table.drawId, table.orderId)
      .where(sql`${table.state} = 'approved'`),
    uniqueIndex("payment_attempts_token").on(table.drawId, table.orderId, table.tokenHash),
    uniqueIndex("payment_attempts_verification_token")
      .on(table.drawId, table.tokenHash)
      .where(sql`${table.orderId} is null`),
    // A wallet token pays one order of a draw, or one verification.
    uniqueIndex("payment_attempts_wallet_token")
      .on(table.drawId, table.tokenHash)
      .where(sql`${table.method} = 'apple_pay'`),
    index("payment_attempts_of_device")
      .on(table.drawId, table.deviceId, table.sentAt)
      .where(sql`${table.deviceId} is not null`),
    index("payment_attempts_to_ask").on(table.lookupAt).where(sql`${table.state} in ('sent', 'unknown', 'missing')`),
  ],
);

/** The row is durable before the gateway is called. The numbers of `line_numbers` become void. */
export const refunds = pgTable(
  "refunds",
  {
    drawId: text("draw_id").notNull(),
    /** The refund's own number at the gateway. */
    refundNumber: text("refund_number").notNull(),
    orderId: text("order_id"),
    /** The refunded attempt. */
    gatewayOrderNumber: text("gateway_order_number").notNull(),
    lineNumbers: integer("line_numbers").array().notNull(),
    cause: text("cause").$type<RefundCause>().notNull(),
    method: text("method").$type<RefundMethod>().notNull(),
    amountCents: integer("amount_cents").notNull(),
    state: text("state").$type<RefundState>().notNull(),
    reason: text("reason").$type<RefundReason>(),
    /** Meaningless for cash. */
    provider: text("provider").$type<Provider>().notNull().default("bambora"),
    gatewayTransactionId: text("gateway_transaction_id"),
    gatewayCode: integer("gateway_code"),
    /** Written by `toCodeColumns`, together with `gateway_code`. */
    providerCode: text("provider_code"),
    requestedBy: text("requested_by").$type<Requester>().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    deadlineAt: timestamp("deadline_at", { withTimezone: true }),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** The next sending or lookup. Null if none is due. */
    nextActionAt: timestamp("ask_at", { withTimezone: true }),
    checkCount: integer("asks").notNull().default(0),
    missedAt: timestamp("missed_at", { withTimezone: true }),
    /** The device that refunds cash and its operator. */
    deviceId: text("device_id"),
    operator: text("operator"),
    /** The console user who requested it, whose refunds of the day are limited. */
    personId: text("person_id"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.refundNumber] }),
    foreignKey({
      name: "refunds_attempt",
      columns: [table.drawId, table.gatewayOrderNumber],
      foreignColumns: [paymentAttempts.drawId, paymentAttempts.gatewayOrderNumber],
    }),
    uniqueIndex("refunds_one_open")
      .on(table.drawId, table.gatewayOrderNumber)
      .where(sql`${table.state} in ('pending', 'sent', 'unknown')`),
    uniqueIndex("refunds_verification_once")
      .on(table.drawId, table.gatewayOrderNumber)
      .where(sql`${table.orderId} is null and ${table.state} <> 'refused'`),
    index("refunds_of_order").on(table.drawId, table.orderId),
    index("refunds_of_device")
      .on(table.drawId, table.deviceId, table.answeredAt)
      .where(sql`${table.deviceId} is not null`),
    index("refunds_of_person").on(table.personId, table.requestedAt).where(sql`${table.personId} is not null`),
    index("refunds_of_payment").on(table.drawId, table.gatewayOrderNumber),
    index("refunds_to_do").on(table.nextActionAt).where(sql`${table.state} in ('pending', 'sent', 'unknown')`),
    index("refunds_refused").on(table.drawId, table.requestedAt).where(sql`${table.state} = 'refused'`),
    check("refunds_amount", sql`${table.amountCents} > 0`),
  ],
);

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

/**
 * One try to pay an order, durable before the gateway hears of it. `order_id` is null for an Apple Pay verification.
 */
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
    /**
     * The call that opened the attempt and is the only one that may charge it, or null if no call needs to find it
     * again.
     */
    openedBy: text("opened_by"),
    amountCents: integer("amount_cents").notNull(),
    state: text("state").$type<AttemptState>().notNull(),
    reason: text("reason"),
    /** Who took the money; of no meaning for cash. */
    provider: text("provider").$type<Provider>().notNull().default("bambora"),
    gatewayTransactionId: text("gateway_transaction_id"),
    gatewayCode: integer("gateway_code"),
    /** The provider's code; `codeColumnsOf` writes both. */
    providerCode: text("provider_code"),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
    deadlineAt: timestamp("deadline_at", { withTimezone: true }).notNull(),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** When its outcome is looked up next; null if no lookup is needed. */
    askAt: timestamp("ask_at", { withTimezone: true }),
    checkCount: integer("asks").notNull().default(0),
    /** When the gateway first said that it knows no such payment. */
    missedAt: timestamp("missed_at", { withTimezone: true }),
    /** When a page of the gateway's report showed it, so that it is looked up by its number; null while none has. */
    shownAt: timestamp("shown_at", { withTimezone: true }),
    /** What was captured in the end, of surplus money and of what verifies Apple Pay; null for all other. */
    capturedCents: integer("captured_cents"),
    /** The device that took the money and its operator; null if it was paid in a browser. */
    deviceId: text("device_id"),
    operator: text("operator"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.gatewayOrderNumber] }),
    foreignKey({ columns: [table.drawId, table.orderId], foreignColumns: [orders.drawId, orders.orderId] }),
    // Starts with the order: a query for an attempt by key and state must not read every open attempt instead.
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
    // What someone authorized once pays one order of a draw, or verifies Apple Pay there, and nothing else.
    uniqueIndex("payment_attempts_wallet_token")
      .on(table.drawId, table.tokenHash)
      .where(sql`${table.method} = 'apple_pay'`),
    index("payment_attempts_of_device")
      .on(table.drawId, table.deviceId, table.sentAt)
      .where(sql`${table.deviceId} is not null`),
    index("payment_attempts_to_ask").on(table.askAt).where(sql`${table.state} in ('sent', 'unknown', 'missing')`),
  ],
);

/**
 * One try to give money back, durable before the gateway hears of it. `line_numbers` names the lines whose numbers
 * become void with it; it is empty where the payment never became numbers. Money in cents.
 */
export const refunds = pgTable(
  "refunds",
  {
    drawId: text("draw_id").notNull(),
    /** The refund's own order number at the gateway. */
    refundNumber: text("refund_number").notNull(),
    orderId: text("order_id"),
    /** The attempt whose money it refunds. */
    gatewayOrderNumber: text("gateway_order_number").notNull(),
    lineNumbers: integer("line_numbers").array().notNull(),
    cause: text("cause").$type<RefundCause>().notNull(),
    method: text("method").$type<RefundMethod>().notNull(),
    amountCents: integer("amount_cents").notNull(),
    state: text("state").$type<RefundState>().notNull(),
    reason: text("reason").$type<RefundReason>(),
    /** Who took the money; of no meaning for cash. */
    provider: text("provider").$type<Provider>().notNull().default("bambora"),
    gatewayTransactionId: text("gateway_transaction_id"),
    gatewayCode: integer("gateway_code"),
    /** The provider's code; `codeColumnsOf` writes both. */
    providerCode: text("provider_code"),
    requestedBy: text("requested_by").$type<Requester>().notNull(),
    requestedAt: timestamp("requested_at", { withTimezone: true }).notNull(),
    sentAt: timestamp("sent_at", { withTimezone: true }),
    deadlineAt: timestamp("deadline_at", { withTimezone: true }),
    answeredAt: timestamp("answered_at", { withTimezone: true }),
    /** When it is to be sent, or the gateway to be asked what became of it; null when neither has to be done. */
    askAt: timestamp("ask_at", { withTimezone: true }),
    checkCount: integer("asks").notNull().default(0),
    missedAt: timestamp("missed_at", { withTimezone: true }),
    /** The device that refunds the money and its operator; null for any other actor. */
    deviceId: text("device_id"),
    operator: text("operator"),
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
    index("refunds_of_payment").on(table.drawId, table.gatewayOrderNumber),
    index("refunds_to_do").on(table.askAt).where(sql`${table.state} in ('pending', 'sent', 'unknown')`),
    check("refunds_amount", sql`${table.amountCents} > 0`),
  ],
);

import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Who made an attempt to pay an order, for rate limits: keys, never an address or an account. Its outcome is only in
 * `payment_attempts`. A job deletes rows before they are 48 hours old.
 */
export const paymentTries = pgTable(
  "payment_tries",
  {
    drawId: text("draw_id").notNull(),
    gatewayOrderNumber: text("gateway_order_number").notNull(),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
    /** The caller's network by the key of its day; null for a tablet, or if it isn't known. */
    networkKey: text("network_key"),
    /** The wide network around it, likewise; null for IPv4. */
    wideKey: text("wide_key"),
    /** The caller's browser; null for a tablet and a browser that brought no cookie. */
    clientKey: text("client_key"),
    deviceId: text("device_id"),
    /** A digest of the account that was charged, of buyers whose browser had not paid before. */
    merchantKey: text("merchant_key"),
    /** The same digest, of every try. */
    accountKey: text("account_key"),
    /** Counts the trials of an account, from 1: tries by which one that is out finds out whether it is over. */
    trialNumber: integer("trial_number"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.gatewayOrderNumber] }),
    index("payment_tries_of_network").on(table.networkKey, table.sentAt).where(sql`${table.networkKey} is not null`),
    index("payment_tries_of_wide").on(table.wideKey, table.sentAt).where(sql`${table.wideKey} is not null`),
    index("payment_tries_of_client").on(table.clientKey, table.sentAt).where(sql`${table.clientKey} is not null`),
    index("payment_tries_of_device").on(table.deviceId, table.sentAt).where(sql`${table.deviceId} is not null`),
    index("payment_tries_of_merchant").on(table.merchantKey, table.sentAt).where(sql`${table.merchantKey} is not null`),
    index("payment_tries_of_account").on(table.accountKey, table.sentAt).where(sql`${table.accountKey} is not null`),
    // Of several that would be the next trial at the same instant one is.
    uniqueIndex("payment_tries_trial")
      .on(table.accountKey, table.trialNumber)
      .where(sql`${table.trialNumber} is not null`),
    // For the job that deletes. BRIN has no order: an ordered index would tempt a plan to read by time, and scan
    // everyone's tries for one key.
    index("payment_tries_sent_range").using("brin", table.sentAt),
  ],
);

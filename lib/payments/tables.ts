import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/** Has digests for rate limits, never an address or an account. A job deletes rows before they are 48 hours old. */
export const paymentTries = pgTable(
  "payment_tries",
  {
    drawId: text("draw_id").notNull(),
    gatewayOrderNumber: text("gateway_order_number").notNull(),
    sentAt: timestamp("sent_at", { withTimezone: true }).notNull(),
    /** A digest under the day's key. Null for a tablet or an unknown network. */
    networkKey: text("network_key"),
    /** The wide network around it. Null for IPv4. */
    wideKey: text("wide_key"),
    /** Null for a tablet and for a browser without a cookie. */
    clientKey: text("client_key"),
    deviceId: text("device_id"),
    /** A digest of the charged account, only for buyers whose browser hadn't paid before. */
    merchantKey: text("merchant_key"),
    /** The same digest, for every try. */
    accountKey: text("account_key"),
    /** Counts the trials of an account that is out, from 1. */
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
    // If several next trials are written at once, the index accepts only one.
    uniqueIndex("payment_tries_trial")
      .on(table.accountKey, table.trialNumber)
      .where(sql`${table.trialNumber} is not null`),
    // BRIN has no order. With an ordered index, a plan could scan all tries by time to find those of one key.
    index("payment_tries_sent_range").using("brin", table.sentAt),
  ],
);

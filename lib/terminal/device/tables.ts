import { boolean, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * Only hashes of the one-time code and the credential are stored. `label` is the admin's name for the device. `name`,
 * `operator` and `printer` are null until it is registered.
 */
export const devices = pgTable(
  "devices",
  {
    deviceId: text("device_id").primaryKey(),
    parentId: text("parent_id").notNull(),
    locationId: text("location_id").notNull(),
    label: text("label").notNull(),
    codeHash: text("code_hash").notNull(),
    codeExpiresAt: timestamp("code_expires_at", { withTimezone: true }).notNull(),
    codeUsedAt: timestamp("code_used_at", { withTimezone: true }),
    /** Null before and after a registration. A revoked device keeps it, so that its calls are told the reason. */
    credentialHash: text("credential_hash"),
    registeredAt: timestamp("registered_at", { withTimezone: true }),
    name: text("name"),
    operator: text("operator"),
    printer: text("printer"),
    /** Lists all orders of a draw, not only its own. */
    listsOthers: boolean("lists_others").notNull().default(false),
    /** The device's last call, updated at most once a minute. */
    seenAt: timestamp("seen_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("devices_credential").on(table.credentialHash),
    index("devices_by_parent").on(table.parentId, table.createdAt),
  ],
);

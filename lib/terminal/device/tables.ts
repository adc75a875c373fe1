import { boolean, index, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

/**
 * A tablet that sells for a parent at a location. An admin creates it with a one-time code; registering uses the code
 * up and issues the credential. Of both only the hash is kept. `label` is the short name that an admin gave it; `name`,
 * `operator` and `printer` are what was said when it was registered, null until then.
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
    /**
     * Null until the device is registered, and again once its allocation was deleted. A revoked one keeps it, to be
     * told why.
     */
    credentialHash: text("credential_hash"),
    registeredAt: timestamp("registered_at", { withTimezone: true }),
    name: text("name"),
    operator: text("operator"),
    printer: text("printer"),
    /** Whether it lists what other tablets and the web sold, too; an admin decides. */
    listsOthers: boolean("lists_others").notNull().default(false),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    revokedAt: timestamp("revoked_at", { withTimezone: true }),
  },
  (table) => [
    uniqueIndex("devices_credential").on(table.credentialHash),
    index("devices_by_parent").on(table.parentId, table.createdAt),
  ],
);

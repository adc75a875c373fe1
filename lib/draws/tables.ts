import { sql } from "drizzle-orm";
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
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import type { Draw } from "./schema";

/**
 * `revision` counts definitions. `opens_at`, `closes_at` and `approval_state` copy the definition for use in SQL. The
 * console's list leaves a draw with `archived_at` out.
 */
export const draws = pgTable(
  "draws",
  {
    drawId: text("draw_id").primaryKey(),
    parentId: text("parent_id").notNull(),
    definition: jsonb("definition").$type<Draw>().notNull(),
    revision: integer("revision").notNull(),
    approvalState: text("approval_state").notNull(),
    opensAt: timestamp("opens_at", { withTimezone: true }).notNull(),
    closesAt: timestamp("closes_at", { withTimezone: true }).notNull(),
    closedAt: timestamp("closed_at", { withTimezone: true }),
    archivedAt: timestamp("archived_at", { withTimezone: true }),
    /** Set once and for good. The draw is closed, too. */
    cancelledAt: timestamp("cancelled_at", { withTimezone: true }),
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [
    index("draws_by_parent").on(table.parentId, table.closesAt),
    check("draws_cancelled", sql`${table.cancelledAt} is null or ${table.closedAt} is not null`),
  ],
);

/** A definition and the one before it (null for the first), both without secrets and people. */
export const drawRevisions = pgTable(
  "draw_revisions",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    revision: integer("revision").notNull(),
    savedAt: timestamp("saved_at", { withTimezone: true }).notNull(),
    before: jsonb("before").$type<Record<string, unknown>>(),
    after: jsonb("after").$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.revision] })],
);

/** Sealed with `SECRETS_KEY`. `seen_at` is when the report first showed a payment. `unfit_reason` stops charges. */
export const drawSecrets = pgTable("draw_secrets", {
  /** The draw may still be a draft (`draw_drafts`). */
  drawId: text("draw_id").primaryKey(),
  sealed: text("sealed").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  firstUsedAt: timestamp("first_used_at", { withTimezone: true }),
  seenAt: timestamp("seen_at", { withTimezone: true }),
  unfitReason: text("unfit_reason"),
  unfitAt: timestamp("unfit_at", { withTimezone: true }),
});

/**
 * Counters are apart from `draws`, because they change with every sale. Money is in cents. `sold` counts issued
 * numbers, `voided` refunded ones. If `max_tickets` is null, the limit is 1,000,000,000. `revision` copies that of the
 * draw, so that a statement that locks a pool sees the newest.
 */
export const pools = pgTable(
  "pools",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    poolId: text("pool_id").notNull(),
    revision: integer("revision").notNull().default(1),
    maxTickets: integer("max_tickets"),
    sold: integer("sold").notNull(),
    voided: integer("voided").notNull().default(0),
    purchases: integer("purchases").notNull().default(0),
    reserved: integer("reserved").notNull(),
    jackpotBaseCents: bigint("jackpot_base_cents", { mode: "number" }).notNull(),
    salesCents: bigint("sales_cents", { mode: "number" }).notNull(),
    reservedCents: bigint("reserved_cents", { mode: "number" }).notNull(),
    maxJackpotCents: bigint("max_jackpot_cents", { mode: "number" }),
    cutOffAt: timestamp("cut_off_at", { withTimezone: true }),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.poolId] }),
    check("pools_capacity", sql`${table.sold} + ${table.reserved} <= coalesce(${table.maxTickets}, 1000000000)`),
    check(
      "pools_jackpot",
      sql`${table.jackpotBaseCents} + ${table.salesCents} + ${table.reservedCents} <= ${table.maxJackpotCents}`,
    ),
    check("pools_not_negative", sql`${table.sold} >= 0 and ${table.reserved} >= 0 and ${table.reservedCents} >= 0`),
  ],
);

/** Counts valid tickets by supported team, changed under the lock of the pool's row. */
export const poolTeams = pgTable(
  "pool_teams",
  {
    drawId: text("draw_id").notNull(),
    poolId: text("pool_id").notNull(),
    teamId: text("team_id").notNull(),
    tickets: integer("tickets").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.poolId, table.teamId] }),
    foreignKey({ columns: [table.drawId, table.poolId], foreignColumns: [pools.drawId, pools.poolId] }),
  ],
);

/**
 * Has one row: the mode of the first server, and a check text and the digest root, both sealed with the current key.
 * The root is null until a server that knows it starts (decision 058).
 */
export const installation = pgTable(
  "installation",
  {
    only: boolean("only").primaryKey().default(true),
    mode: text("mode").notNull(),
    keyCheck: text("key_check").notNull(),
    digestRoot: text("digest_root"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** Sessions of verifiers opened before this time are over. */
    verificationsEndedAt: timestamp("verifications_ended_at", { withTimezone: true }),
  },
  (table) => [check("installation_only", sql`${table.only}`)],
);

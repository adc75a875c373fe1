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
 * One licensed draw; `revision` counts its definitions; `opens_at`, `closes_at` and `approval_state` repeat the
 * definition for guards in SQL.
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
    createdAt: timestamp("created_at", { withTimezone: true }).notNull(),
    updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  },
  (table) => [index("draws_by_parent").on(table.parentId, table.closesAt)],
);

/**
 * A draw's payment credentials, sealed with `SECRETS_KEY`; `first_used_at` is when a card was first charged by them,
 * `seen_at` when the gateway's report first showed a payment to their account that fits, `unfit_reason` why no card is
 * charged by them any more: what their account takes fits no order.
 */
export const drawSecrets = pgTable("draw_secrets", {
  drawId: text("draw_id")
    .primaryKey()
    .references(() => draws.drawId),
  sealed: text("sealed").notNull(),
  updatedAt: timestamp("updated_at", { withTimezone: true }).notNull(),
  firstUsedAt: timestamp("first_used_at", { withTimezone: true }),
  seenAt: timestamp("seen_at", { withTimezone: true }),
  unfitReason: text("unfit_reason"),
  unfitAt: timestamp("unfit_at", { withTimezone: true }),
});

/**
 * Counters of one pool: a narrow, hot row. `sold` counts numbers ever issued, `voided` those of
 * them that were given back: tickets that count are the difference; `purchases` counts orders with tickets that
 * count. Money in cents. Without `max_tickets` a pool ends at a thousand million, the largest limit a draw can name:
 * far from what a counter holds. `revision` repeats the draw's: whoever locks a pool finds the newest here.
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

/**
 * Tickets of one pool that count, by the team that their orders support: changed with the pool's counters and under the
 * lock of its row, so that nobody waits for a row of these alone.
 */
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
 * One row: what the server that first worked with this database was, a text sealed with the key that seals now, and the
 * root of all digests, sealed with it too; null until a server that knows of it starts (decision 058).
 */
export const installation = pgTable(
  "installation",
  {
    only: boolean("only").primaryKey().default(true),
    mode: text("mode").notNull(),
    keyCheck: text("key_check").notNull(),
    digestRoot: text("digest_root"),
    startedAt: timestamp("started_at", { withTimezone: true }).notNull().defaultNow(),
    /** Sessions of verifiers that were opened until then are over. */
    verificationsEndedAt: timestamp("verifications_ended_at", { withTimezone: true }),
  },
  (table) => [check("installation_only", sql`${table.only}`)],
);

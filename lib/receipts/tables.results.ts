import { integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

import { draws } from "@/lib/draws/tables";
import type { DrawnNumber } from "./rules.results";

/**
 * The result of each pool of a draw, and how far its buyers are told. `revision` is the definition that was looked at
 * last, `look_at` when time alone may change something. `queued_to` is the number up to which mails are in the outbox;
 * null before they are due, and when all are.
 */
export const drawResults = pgTable(
  "draw_results",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    poolId: text("pool_id").notNull(),
    revision: integer("revision").notNull(),
    lookAt: timestamp("look_at", { withTimezone: true }),
    winners: jsonb("winners").$type<DrawnNumber[]>().notNull(),
    since: timestamp("since", { withTimezone: true }).notNull(),
    told: jsonb("told").$type<DrawnNumber[]>(),
    round: integer("round").notNull(),
    queuedTo: integer("queued_to"),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.poolId] })],
);

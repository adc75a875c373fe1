import { sql } from "drizzle-orm";
import { check, index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

import type { CancellationDecision } from "./cancel/rules";
import { draws } from "./tables";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Proposals to cancel a draw, counted by draw from 1. A second person's approval cancels it. */
export const drawCancellations = pgTable(
  "draw_cancellations",
  {
    drawId: text("draw_id")
      .notNull()
      .references(() => draws.drawId),
    proposal: integer("proposal").notNull(),
    reason: text("reason").notNull(),
    proposedBy: text("proposed_by").notNull(),
    proposedAt: instant("proposed_at").notNull(),
    /** Nobody can approve it from then on. */
    endsAt: instant("ends_at").notNull(),
    decision: text("decision").$type<CancellationDecision>(),
    decidedBy: text("decided_by"),
    decidedAt: instant("decided_at"),
    /** The next search for orders to refund. Null if none is due. */
    refundAt: instant("refund_at"),
    /** Orders finalized before this time were searched. */
    refundedTo: instant("refunded_to"),
    /** The last order that was told. Null if nobody is to be told any more. */
    queuedTo: text("queued_to"),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.proposal] }),
    uniqueIndex("draw_cancellations_open").on(table.drawId).where(sql`${table.decision} is null`),
    uniqueIndex("draw_cancellations_once").on(table.drawId).where(sql`${table.decision} = 'approved'`),
    index("draw_cancellations_to_refund").on(table.refundAt).where(sql`${table.refundAt} is not null`),
    index("draw_cancellations_to_tell").on(table.drawId).where(sql`${table.queuedTo} is not null`),
    check(
      "draw_cancellations_two_persons",
      sql`${table.decision} is distinct from 'approved' or ${table.decidedBy} <> ${table.proposedBy}`,
    ),
  ],
);

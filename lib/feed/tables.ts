import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { FeedOutcome, Seen } from "./rules";

/**
 * A draw that the upstream platform was asked for, also one that it does not have: what it answered last, a digest of
 * the definition that was imported and of one that was refused, and until when somebody is asking it.
 */
export const feedDraws = pgTable("feed_draws", {
  drawId: text("draw_id").primaryKey(),
  outcome: text("outcome").$type<FeedOutcome>(),
  seen: jsonb("seen").$type<Seen>(),
  acceptedDigest: text("accepted_digest"),
  refusedDigest: text("refused_digest"),
  refusedAt: timestamp("refused_at", { withTimezone: true }),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  askedUntil: timestamp("asked_until", { withTimezone: true }).notNull(),
});

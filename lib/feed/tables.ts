import { jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";
import type { FeedOutcome, LastFetch } from "./rules";

/** Also has ids that the platform doesn't know. `asked_until` is when the lease of the fetching process ends. */
export const feedDraws = pgTable("feed_draws", {
  drawId: text("draw_id").primaryKey(),
  outcome: text("outcome").$type<FeedOutcome>(),
  lastFetch: jsonb("seen").$type<LastFetch>(),
  acceptedDigest: text("accepted_digest"),
  refusedDigest: text("refused_digest"),
  refusedAt: timestamp("refused_at", { withTimezone: true }),
  checkedAt: timestamp("checked_at", { withTimezone: true }),
  leasedUntil: timestamp("asked_until", { withTimezone: true }).notNull(),
});

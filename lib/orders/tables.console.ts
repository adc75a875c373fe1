import { sql } from "drizzle-orm";
import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";

/** Has no foreign key to `orders`, because adding one would lock that table. */
export const orderNotes = pgTable(
  "order_notes",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    noteId: text("note_id").notNull().default(sql`gen_random_uuid()::text`),
    at: timestamp("at", { withTimezone: true }).notNull(),
    /** Has the form of an audit entry's `operator`. */
    author: text("author"),
    text: text("text").notNull(),
  },
  (table) => [primaryKey({ columns: [table.drawId, table.orderId, table.noteId] })],
);

/** Search terms of paid orders (`listSearchTerms`), which a job adds after the sale. */
export const orderSearchTerms = pgTable(
  "order_words",
  {
    drawId: text("draw_id").notNull(),
    orderId: text("order_id").notNull(),
    word: text("word").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.drawId, table.orderId, table.word] }),
    index("order_words_by_word").on(table.drawId, table.word.op("text_pattern_ops"), table.orderId),
  ],
);

/** Where the job stands in a draw, in the order of `finalized_at`. */
export const searchTermProgress = pgTable("word_walks", {
  drawId: text("draw_id").primaryKey(),
  finalizedAt: timestamp("finalized_at", { withTimezone: true }).notNull(),
  orderId: text("order_id").notNull(),
});

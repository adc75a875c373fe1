CREATE TABLE "order_notes" (
	"draw_id" text NOT NULL,
	"order_id" text NOT NULL,
	"note_id" text DEFAULT gen_random_uuid()::text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"author" text,
	"text" text NOT NULL,
	CONSTRAINT "order_notes_draw_id_order_id_note_id_pk" PRIMARY KEY("draw_id","order_id","note_id")
);
--> statement-breakpoint
CREATE TABLE "order_words" (
	"draw_id" text NOT NULL,
	"order_id" text NOT NULL,
	"word" text NOT NULL,
	CONSTRAINT "order_words_draw_id_order_id_word_pk" PRIMARY KEY("draw_id","order_id","word")
);
--> statement-breakpoint
CREATE TABLE "word_walks" (
	"draw_id" text PRIMARY KEY NOT NULL,
	"finalized_at" timestamp with time zone NOT NULL,
	"order_id" text NOT NULL
);
--> statement-breakpoint
CREATE INDEX "order_words_by_word" ON "order_words" USING btree ("draw_id","word" text_pattern_ops,"order_id");
CREATE TABLE "draw_cancellations" (
	"draw_id" text NOT NULL,
	"proposal" integer NOT NULL,
	"reason" text NOT NULL,
	"proposed_by" text NOT NULL,
	"proposed_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"decision" text,
	"decided_by" text,
	"decided_at" timestamp with time zone,
	"refund_at" timestamp with time zone,
	"refunded_to" timestamp with time zone,
	"queued_to" text,
	CONSTRAINT "draw_cancellations_draw_id_proposal_pk" PRIMARY KEY("draw_id","proposal"),
	CONSTRAINT "draw_cancellations_two_persons" CHECK ("draw_cancellations"."decision" is distinct from 'approved' or "draw_cancellations"."decided_by" <> "draw_cancellations"."proposed_by")
);
--> statement-breakpoint
ALTER TABLE "draws" ADD COLUMN "cancelled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "draw_cancellations" ADD CONSTRAINT "draw_cancellations_draw_id_draws_draw_id_fk" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "draw_cancellations_open" ON "draw_cancellations" USING btree ("draw_id") WHERE "draw_cancellations"."decision" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "draw_cancellations_once" ON "draw_cancellations" USING btree ("draw_id") WHERE "draw_cancellations"."decision" = 'approved';--> statement-breakpoint
CREATE INDEX "draw_cancellations_to_refund" ON "draw_cancellations" USING btree ("refund_at") WHERE "draw_cancellations"."refund_at" is not null;--> statement-breakpoint
CREATE INDEX "draw_cancellations_to_tell" ON "draw_cancellations" USING btree ("draw_id") WHERE "draw_cancellations"."queued_to" is not null;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_cancelled" CHECK ("draws"."cancelled_at" is null or "draws"."closed_at" is not null) NOT VALID;
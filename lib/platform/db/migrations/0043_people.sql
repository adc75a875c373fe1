CREATE TABLE "invitations" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"credential_id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"public_key" text NOT NULL,
	"counter" bigint NOT NULL,
	"transports" text[] NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "person_letters" (
	"letter_id" text PRIMARY KEY NOT NULL,
	"person_id" text NOT NULL,
	"kind" text NOT NULL,
	"detail" text NOT NULL,
	"queued_at" timestamp with time zone NOT NULL,
	"try_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "person_roles" (
	"person_id" text NOT NULL,
	"role" text NOT NULL,
	"scope_kind" text NOT NULL,
	"scope_id" text NOT NULL,
	"given_at" timestamp with time zone NOT NULL,
	CONSTRAINT "person_roles_person_id_role_scope_kind_scope_id_pk" PRIMARY KEY("person_id","role","scope_kind","scope_id")
);
--> statement-breakpoint
CREATE TABLE "person_sessions" (
	"session_id" text PRIMARY KEY NOT NULL,
	"secret_hash" text NOT NULL,
	"person_id" text NOT NULL,
	"browser_hash" text NOT NULL,
	"browser" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"fresh_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "persons" (
	"person_id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"name" text NOT NULL,
	"locale" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"is_demo" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_challenges" (
	"challenge" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "invitations_by_person" ON "invitations" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "passkeys_by_person" ON "passkeys" USING btree ("person_id");--> statement-breakpoint
CREATE INDEX "person_letters_due" ON "person_letters" USING btree ("try_at");--> statement-breakpoint
CREATE UNIQUE INDEX "person_sessions_secret" ON "person_sessions" USING btree ("secret_hash");--> statement-breakpoint
CREATE INDEX "person_sessions_by_person" ON "person_sessions" USING btree ("person_id","created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "persons_email" ON "persons" USING btree ("email");
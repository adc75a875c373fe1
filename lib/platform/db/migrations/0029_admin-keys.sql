CREATE TABLE "admin_keys" (
	"name" text PRIMARY KEY NOT NULL,
	"key_hash" text NOT NULL,
	"rights" text[] NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "admin_keys_key_hash_unique" UNIQUE("key_hash"),
	CONSTRAINT "admin_keys_end" CHECK ("admin_keys"."expires_at" > "admin_keys"."created_at")
);


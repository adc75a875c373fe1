ALTER TABLE "installation" ADD COLUMN "digest_root" text;

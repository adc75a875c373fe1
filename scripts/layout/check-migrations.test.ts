import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";

import { checkMigrations } from "./check-migrations";

const folder = "lib/platform/db/migrations";

function check(...texts: string[]): string[] {
  return checkMigrations(texts.map((text, index) => ({ path: `${folder}/${9000 + index}_new.sql`, text })));
}

const notNullCheck = `ALTER TABLE "orders" ADD CONSTRAINT "orders_note" CHECK ("orders"."note" IS NOT NULL) NOT VALID;`;
const validated = `ALTER TABLE "orders" VALIDATE CONSTRAINT "orders_note";`;
const notNull = `ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;`;

describe("checkMigrations", () => {
  test("accepts the migrations of this version", () => {
    const files = readdirSync(folder).filter((name) => name.endsWith(".sql"));
    expect(
      checkMigrations(files.sort().map((name) => ({ path: name, text: readFileSync(join(folder, name), "utf8") }))),
    ).toEqual([]);
  });

  test("doesn't look at migrations up to 0026", () => {
    const text = `create index "note" on "orders" ("note");`;
    expect(checkMigrations([{ path: `${folder}/0026_old.sql`, text }])).toEqual([]);
    expect(checkMigrations([{ path: `${folder}/0027_new.sql`, text }])).toHaveLength(1);
  });

  test.each([
    [
      "a new table with its indexes and keys",
      `CREATE TABLE "notes" ("draw_id" text NOT NULL);--> statement-breakpoint
      ALTER TABLE "notes" ADD CONSTRAINT "notes_draw" FOREIGN KEY ("draw_id") REFERENCES "public"."draws"("draw_id");
      CREATE INDEX "notes_draw" ON "notes" USING btree ("draw_id");`,
    ],
    ["a nullable column", `ALTER TABLE "orders" ADD COLUMN "note" text;`],
    ["a column with a constant default", `ALTER TABLE "orders" ADD COLUMN "note" text DEFAULT 'none' NOT NULL;`],
    [
      "a column with the time as its default",
      `ALTER TABLE "orders" ADD COLUMN "seen_at" timestamptz DEFAULT now() NOT NULL;`,
    ],
    [
      "an index beside sales",
      `-- no-transaction\nCREATE INDEX CONCURRENTLY IF NOT EXISTS "note" ON "orders" ("note");`,
    ],
    ["an index that goes", `-- no-transaction\nDROP INDEX CONCURRENTLY IF EXISTS "note";`],
    ["a column that only earlier versions need", `-- contract: needs 8999\nALTER TABLE "orders" DROP COLUMN "note";`],
    ["a table that nobody needs", `-- contract: needs 8999\nDROP TABLE "notes";`],
    ["a default that goes", `ALTER TABLE "orders" ALTER COLUMN "note" DROP DEFAULT;`],
    [
      "rows of a table of its own",
      `CREATE TABLE "notes" ("a" text); INSERT INTO "notes" VALUES (1); DELETE FROM "notes";`,
    ],
    ["a check and a key that are validated later", `ALTER TABLE "orders" ADD CHECK ("note" <> '') NOT VALID;`],
    [
      "words that are no statement",
      `-- it doesn't update "orders"; drop table "orders"\nALTER TABLE "orders" ADD "note" text DEFAULT 'a unique; check';`,
    ],
    [
      "a constraint from an index that was built beside sales",
      `ALTER TABLE "orders" ADD CONSTRAINT "note" UNIQUE USING INDEX "note";`,
    ],
    [
      "a function that has all of it in its text",
      "CREATE FUNCTION f() RETURNS void AS $$ drop table orders; $$ LANGUAGE sql;",
    ],
  ])("accepts %s", (_what, text) => {
    expect(check(text)).toEqual([]);
  });

  test.each([
    ["an index that stops sales", `CREATE INDEX "note" ON "orders" USING btree ("note");`, "add concurrently"],
    ["a unique one", `CREATE UNIQUE INDEX "note" ON "public"."orders" ("note");`, "add concurrently"],
    [
      "concurrently in a transaction",
      `CREATE INDEX CONCURRENTLY IF NOT EXISTS "note" ON "orders" ("note");`,
      "-- no-transaction",
    ],
    [
      "an index that can't be tried again",
      `-- no-transaction\nCREATE INDEX CONCURRENTLY "note" ON "orders" ("note");`,
      "if not exists",
    ],
    [
      "anything else outside a transaction",
      `-- no-transaction\nALTER TABLE "orders" ADD COLUMN "note" text;`,
      "only `create index",
    ],
    ["another type", `ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer;`, "another type"],
    ["another type in short", `alter table orders alter note type integer;`, "another type"],
    ["a column that goes", `ALTER TABLE "orders" DROP COLUMN "note";`, "-- contract: needs NNNN"],
    ["a column that goes in short", `alter table orders drop note;`, "-- contract: needs NNNN"],
    ["a table that goes", `DROP TABLE "notes";`, "-- contract: needs NNNN"],
    ["a new name", `ALTER TABLE "orders" RENAME COLUMN "note" TO "text";`, "-- contract: needs NNNN"],
    ["a contract in one release", `-- contract: needs 9000\nALTER TABLE "orders" DROP COLUMN "note";`, "lower number"],
    ["a constraint that is read at once", `ALTER TABLE "orders" ADD CONSTRAINT "c" CHECK ("note" <> '');`, "not valid"],
    ["a column without a value", `ALTER TABLE "orders" ADD COLUMN "note" text NOT NULL;`, "give it a default"],
    [
      "a computed default",
      `ALTER TABLE "orders" ADD COLUMN "note" uuid DEFAULT gen_random_uuid();`,
      "writes the whole table",
    ],
    ["a check without a name", `ALTER TABLE "orders" ADD CHECK("note" <> '');`, "not valid"],
    ["a unique key without a name", `ALTER TABLE IF EXISTS ONLY "orders" ADD UNIQUE ("note");`, "not valid"],
    [
      "a constraint before one that isn't valid yet",
      `ALTER TABLE "orders" ADD CONSTRAINT "a" CHECK ("b" IN ('x', 'y')), ADD CONSTRAINT "c" CHECK ("d" > 0) NOT VALID;`,
      "not valid",
    ],
    ...["UNIQUE", "PRIMARY KEY", `CHECK ("note" <> '')`, `REFERENCES "draws" ("draw_id")`].map((own) => [
      `a column with its own constraint: ${own}`,
      `ALTER TABLE "orders" ADD COLUMN "seen" boolean, ADD COLUMN "note" text ${own};`,
      "a column's own constraint",
    ]),
    ...[
      `UPDATE "orders" SET "note" = '';`,
      `UPDATE "orders" SET "note" = '' WHERE "note" IS NULL;`,
      `DELETE FROM ONLY "orders";`,
      `WITH old AS (SELECT 1) UPDATE "orders" SET "note" = '';`,
      `TRUNCATE "orders";`,
    ].map((text) => [`rows that sales need: ${text}`, text, "change them in a job"]),
    ["not null without a check", notNull, "before it, validate"],
    ["a check validated under its own lock", `${notNullCheck}\n${validated}`, "in a later migration"],
  ])("rejects %s", (_what = "", text = "", problem = "") => {
    expect(check(text)).toEqual([expect.stringContaining(problem)]);
  });

  test("accepts not null after a check of this column was validated, and only then", () => {
    expect(check(notNullCheck, validated, notNull)).toEqual([]);
    expect(check(notNullCheck, notNull)).toEqual([expect.stringContaining("9001_new.sql: not null reads all of")]);
    const ofAnother = notNullCheck.replace('"orders"."note"', '"orders"."text"');
    expect(check(ofAnother, validated, notNull)).toEqual([expect.stringContaining("9002_new.sql")]);
  });
});

import "server-only";

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** Where the migrations lie, from the folder that the server is started in. */
export const migrationsFolder = join(process.cwd(), "lib/platform/db/migrations");

/** One migration of this build, as its file and the journal say it. */
export type Migration = {
  /** The name of its file, such as `0026_result-mail`. */
  tag: string;
  number: number;
  /** By this it is recognized in a database (ms since 1970). */
  when: number;
  hash: string;
  statements: string[];
  /** `-- no-transaction`: its statements can't run in a transaction, and each may run again. */
  isOutside: boolean;
  /** `-- contract: needs 0028`: builds that don't know that migration can't work after this one; otherwise null. */
  needs: number | null;
};

const outsidePattern = /^-- no-transaction$/m;
const contractPattern = /^-- contract: needs (\d{4})$/m;

type JournalEntry = { tag: string; when: number };

function readMigration(folder: string, { tag, when }: JournalEntry): Migration {
  const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
  const needs = contractPattern.exec(text)?.[1];
  return {
    tag,
    number: Number(tag.slice(0, 4)),
    when,
    hash: createHash("sha256").update(text).digest("hex"),
    statements: text.split("--> statement-breakpoint"),
    isOutside: outsidePattern.test(text),
    needs: needs === undefined ? null : Number(needs),
  };
}

/** The migrations in a folder that drizzle-kit wrote, in the order of its journal. */
export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: JournalEntry[] };
  return journal.entries.map((entry) => readMigration(folder, entry));
}

import "server-only";

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const migrationsFolder = join(process.cwd(), "lib/platform/db/migrations");

export type Migration = {
  tag: string;
  number: number;
  /** In ms since 1970. Identifies the migration in a database. */
  when: number;
  hash: string;
  statements: string[];
  /** Set by `-- no-transaction`: the migration runs outside a transaction, and each statement can run again. */
  isOutsideTransaction: boolean;
  /** Set by `-- contract: needs 0028`: builds without migration 0028 can't work after this one. */
  needs: number | null;
};

const noTransactionPattern = /^-- no-transaction$/m;
const contractPattern = /^-- contract: needs (\d{4})$/m;

type JournalEntry = { tag: string; when: number };

export function readMigrations(folder = migrationsFolder): Migration[] {
  const journal = JSON.parse(readFileSync(join(folder, "meta/_journal.json"), "utf8")) as { entries: JournalEntry[] };
  return journal.entries.map((entry) => readMigration(folder, entry));
}

function readMigration(folder: string, { tag, when }: JournalEntry): Migration {
  const text = readFileSync(join(folder, `${tag}.sql`), "utf8");
  const needs = contractPattern.exec(text)?.[1];
  return {
    tag,
    number: Number(tag.slice(0, 4)),
    when,
    hash: createHash("sha256").update(text).digest("hex"),
    statements: text.split("--> statement-breakpoint"),
    isOutsideTransaction: noTransactionPattern.test(text),
    needs: needs === undefined ? null : Number(needs),
  };
}

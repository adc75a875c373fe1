import "server-only";

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const migrationsFolder = join(process.cwd(), "lib/platform/db/migrations");

export type Migration = {
  tag: string;
  number: number;
  /** Identifies the migration in a database, in ms since 1970. */
  when: number;
  hash: string;
  statements: string[];
  /** `-- no-transaction` means that it runs outside a transaction, and that each statement can run again. */
  isOutsideTransaction: boolean;
  /** `-- contract: needs 0028` means that builds that lack migration 0028 can't work after this one. */
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

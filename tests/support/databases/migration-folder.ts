import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { migrationsFolder } from "@/lib/platform/db/migration-files";

import { addMigrations, journalOf } from "./later-migrations";

/** The number that the next migration of this build would have, such as `0027`. */
export const nextNumber = numberAfter(1);

/** The number of the migration that comes so many after this build's last one. */
export function numberAfter(count: number): string {
  const last = journalOf(migrationsFolder).journal.entries.at(-1)?.idx ?? -1;
  return String(last + count).padStart(4, "0");
}

/** The migrations of a later version: this build's, and those of `texts` after them. Gone when the test is over. */
export function laterMigrations(...texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tirage-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  addMigrations(folder, texts);
  return folder;
}

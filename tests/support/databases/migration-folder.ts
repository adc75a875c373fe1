import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { onTestFinished } from "vitest";

import { migrationsFolder } from "@/lib/platform/db/migration-files";

import { addMigrations, readJournal } from "./later-migrations";

export const nextNumber = numberAfter(1);

export function numberAfter(count: number): string {
  const last = readJournal(migrationsFolder).journal.entries.at(-1)?.idx ?? -1;
  return String(last + count).padStart(4, "0");
}

/** This build's migrations, followed by those of `texts`. Deleted when the test ends. */
export function laterMigrations(...texts: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), "tirage-migrations-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  cpSync(migrationsFolder, folder, { recursive: true });
  addMigrations(folder, texts);
  return folder;
}

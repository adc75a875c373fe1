import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

type Journal = { entries: { idx: number; version: string; when: number; tag: string; breakpoints: boolean }[] };

export function readJournal(folder: string): { file: string; journal: Journal } {
  const file = join(folder, "meta/_journal.json");
  return { file, journal: JSON.parse(readFileSync(file, "utf8")) as Journal };
}

export function addMigrations(folder: string, texts: readonly string[]): void {
  const { file, journal } = readJournal(folder);
  const last = journal.entries.at(-1)?.when ?? 0;
  for (const [at, text] of texts.entries()) {
    const idx = (journal.entries.at(-1)?.idx ?? -1) + 1;
    const tag = `${String(idx).padStart(4, "0")}_later`;
    writeFileSync(join(folder, `${tag}.sql`), text);
    journal.entries.push({ idx, version: "7", when: last + at + 1, tag, breakpoints: true });
  }
  writeFileSync(file, JSON.stringify(journal));
}

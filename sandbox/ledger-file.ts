import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Transaction } from "./transaction";

export type LedgerFile = {
  transactions: Transaction[];
  append: (transaction: Transaction) => void;
  clear: () => void;
};

/** Opens the JSON lines at `path`. The last line of an id counts. If `path` is null, nothing is stored. */
export function openLedgerFile(path: string | null): LedgerFile {
  if (path === null) return { transactions: [], append: () => {}, clear: () => {} };
  mkdirSync(dirname(path), { recursive: true });
  return {
    transactions: readTransactions(path),
    append(transaction) {
      // Writes synchronously, so that every answered transaction survives a kill.
      appendFileSync(path, `${JSON.stringify(transaction)}\n`);
    },
    clear: () => writeFileSync(path, ""),
  };
}

function parseLine(line: string): Transaction[] {
  try {
    return [JSON.parse(line) as Transaction];
  } catch {
    // A killed process may leave a partial last line, whose transaction was never answered.
    return [];
  }
}

function readTransactions(path: string): Transaction[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  // A partial last line would merge with the next one.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
  const latest = new Map<string, Transaction>();
  for (const row of text.split("\n").flatMap(parseLine)) latest.set(row.id, row);
  return [...latest.values()];
}

import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { Transaction } from "./transaction";

/** The rows found in the file, and the ways to change it. */
export type LedgerFile = {
  transactions: Transaction[];
  append: (transaction: Transaction) => void;
  clear: () => void;
};

function parseLine(line: string): Transaction[] {
  try {
    return [JSON.parse(line) as Transaction];
  } catch {
    // The last line may be cut short by a killed process: that transaction was never answered.
    return [];
  }
}

function readTransactions(path: string): Transaction[] {
  if (!existsSync(path)) return [];
  const text = readFileSync(path, "utf8");
  // A cut last line would swallow the next append.
  if (text !== "" && !text.endsWith("\n")) appendFileSync(path, "\n");
  const latest = new Map<string, Transaction>();
  for (const row of text.split("\n").flatMap(parseLine)) latest.set(row.id, row);
  return [...latest.values()];
}

/** Opens the file of JSON lines at `path`; the last line of an id counts. Null keeps nothing. */
export function openLedgerFile(path: string | null): LedgerFile {
  if (path === null) return { transactions: [], append: () => {}, clear: () => {} };
  mkdirSync(dirname(path), { recursive: true });
  return {
    transactions: readTransactions(path),
    append(transaction) {
      // Synchronous on purpose: what was answered is in the file even when the process is killed right after.
      appendFileSync(path, `${JSON.stringify(transaction)}\n`);
    },
    clear: () => writeFileSync(path, ""),
  };
}

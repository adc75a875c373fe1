import { openLedgerFile } from "./ledger-file";

import type { Transaction } from "./transaction";

/** Captures are approved sales and completions. */
export type LedgerTotals = { capturedCents: number; returnedCents: number; voidedCents: number; netCents: number };

/** `begin` and `finish` mark an order number whose payment is in progress. */
export type Ledger = {
  nextId: () => string;
  put: (transaction: Transaction) => void;
  read: (merchantId: string, id: string) => Transaction | null;
  list: (filter?: { merchantId?: string | undefined; orderNumber?: string | undefined }) => Transaction[];
  begin: (merchantId: string, orderNumber: string) => void;
  finish: (merchantId: string, orderNumber: string) => void;
  isInProcess: (merchantId: string, orderNumber: string) => boolean;
  clear: () => void;
};

export function sumTransactions(transactions: Transaction[]): LedgerTotals {
  const approved = transactions.filter((transaction) => transaction.approved);
  const sales = approved.filter(({ type }) => type === "P" || type === "PAC");
  const capturedCents = sumCents(sales);
  const voidedCents = sumCents(sales.filter(({ voided }) => voided));
  const returnedCents = sumCents(approved.filter(({ type, voided }) => type === "R" && !voided));
  return { capturedCents, returnedCents, voidedCents, netCents: capturedCents - returnedCents - voidedCents };
}

/** Keeps the ledger in memory and, with `dataFile`, in an append-only file that is read at the start. */
export function createLedger(dataFile: string | null): Ledger {
  const file = openLedgerFile(dataFile);
  const transactions = new Map<string, Transaction>(file.transactions.map((row) => [row.id, row]));
  const orders = createOrderIndex(transactions);
  for (const row of transactions.values()) orders.add(row);
  const inProcess = createInProcess();
  // Starting at the seconds since 1970 keeps ids above those of an earlier, lost ledger.
  let lastId = file.transactions.reduce(
    (highest, { id }) => Math.max(highest, Number(id)),
    Math.floor(Date.now() / 1000),
  );
  return {
    ...inProcess,
    nextId() {
      lastId += 1;
      return String(lastId);
    },
    put(transaction) {
      transactions.set(transaction.id, transaction);
      orders.add(transaction);
      file.append(transaction);
    },
    read(merchantId, id) {
      const transaction = transactions.get(id);
      return transaction?.merchantId === merchantId ? transaction : null;
    },
    list({ merchantId, orderNumber } = {}) {
      const rows = orderNumber === undefined ? [...transactions.values()] : orders.find(orderNumber);
      return merchantId === undefined ? rows : rows.filter((row) => row.merchantId === merchantId);
    },
    clear() {
      transactions.clear();
      orders.clear();
      inProcess.clear();
      file.clear();
    },
  };
}

function sumCents(transactions: Transaction[]): number {
  return transactions.reduce((total, { amountCents }) => total + amountCents, 0);
}

type OrderIndex = {
  add: (transaction: Transaction) => void;
  find: (orderNumber: string) => Transaction[];
  clear: () => void;
};

function createOrderIndex(transactions: ReadonlyMap<string, Transaction>): OrderIndex {
  const idsByOrder = new Map<string, Set<string>>();
  return {
    add({ id, orderNumber }) {
      const ids = idsByOrder.get(orderNumber);
      if (ids === undefined) idsByOrder.set(orderNumber, new Set([id]));
      else ids.add(id);
    },
    find: (orderNumber) => [...(idsByOrder.get(orderNumber) ?? [])].flatMap((id) => transactions.get(id) ?? []),
    clear: () => idsByOrder.clear(),
  };
}

function createInProcess(): Pick<Ledger, "begin" | "finish" | "isInProcess"> & { clear: () => void } {
  const orders = new Set<string>();
  const toKey = (merchantId: string, orderNumber: string) => `${merchantId}/${orderNumber}`;
  return {
    begin: (merchantId, orderNumber) => orders.add(toKey(merchantId, orderNumber)),
    finish: (merchantId, orderNumber) => orders.delete(toKey(merchantId, orderNumber)),
    isInProcess: (merchantId, orderNumber) => orders.has(toKey(merchantId, orderNumber)),
    clear: () => orders.clear(),
  };
}

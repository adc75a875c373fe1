/**
 * How every key begins under which a terminal keeps something beside its allocation: what buyers said, orders, codes.
 */
export const terminalPrefix = "tirage-terminal-";

/** How the key of a sale in progress begins, in the storage of its tab. */
export const salePrefix = `${terminalPrefix}sale-`;

function forgetIn(storageOf: () => Storage, prefix = terminalPrefix): void {
  try {
    const storage = storageOf();
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}

/** Forgets what an earlier version kept of buyers for every tab: no page reads it any more. */
export function forgetSharedSales(): void {
  forgetIn(() => window.localStorage, salePrefix);
}

/** Forgets all that this browser keeps of the sales of a device. */
export function forgetTerminalData(): void {
  forgetIn(() => window.localStorage);
  forgetIn(() => window.sessionStorage);
}

/** Prefix of all keys of a terminal but its allocation's: buyers' words, orders, codes. */
export const terminalPrefix = "tirage-terminal-";

/** Of a sale in progress, in its tab's storage. */
export const salePrefix = `${terminalPrefix}sale-`;

function forgetIn(storageOf: () => Storage, prefix = terminalPrefix): void {
  try {
    const storage = storageOf();
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Nothing was stored.
  }
}

/** Data of buyers shared by all tabs, from an earlier version: no page reads it. */
export function forgetSharedSales(): void {
  forgetIn(() => window.localStorage, salePrefix);
}

export function forgetTerminalData(): void {
  forgetIn(() => window.localStorage);
  forgetIn(() => window.sessionStorage);
}

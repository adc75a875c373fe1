/** The prefix of all keys of a terminal, except its allocation's: buyers' details, orders, codes. */
export const terminalPrefix = "tirage-terminal-";

export const salePrefix = `${terminalPrefix}sale-`;

function clearStorage(getStorage: () => Storage, prefix = terminalPrefix): void {
  try {
    const storage = getStorage();
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key);
  } catch {
    // Without storage, there is nothing to clear.
  }
}

/** Sales belong in a tab's own storage, so data that old versions left in the shared one is deleted. */
export function clearSharedSales(): void {
  clearStorage(() => window.localStorage, salePrefix);
}

export function clearTerminalData(): void {
  clearStorage(() => window.localStorage);
  clearStorage(() => window.sessionStorage);
}

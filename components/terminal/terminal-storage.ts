/** How every key begins under which a terminal keeps something beside its allocation: what buyers said, orders, codes. */
export const terminalPrefix = "tirage-terminal-";

function forgetIn(storageOf: () => Storage): void {
  try {
    const storage = storageOf();
    for (const key of Object.keys(storage)) if (key.startsWith(terminalPrefix)) storage.removeItem(key);
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}

/** Forgets all that this browser keeps of the sales of a device. */
export function forgetTerminalData(): void {
  forgetIn(() => window.localStorage);
  forgetIn(() => window.sessionStorage);
}

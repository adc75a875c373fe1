/** What a browser does once for an order: celebrate it, and print its receipt without the mark of a reprint. */
export type OnceDone = "celebrated" | "printed";

const storageKey = "tirage-orders-shown";

/** So many deeds are remembered. */
const mostRemembered = 40;

/** How long ago a page was loaded that is just being shown, ms; a shared tablet's page sells for hours after that. */
const justLoadedMs = 15_000;

/** Short, and no way back: the id of an order opens its page, and must not stay behind in a browser. */
function noteOf(deed: OnceDone, orderId: string): string {
  let hash = 0x811c9dc5;
  for (const sign of `${deed} ${orderId}`) hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(36);
}

function readNotes(): string[] {
  try {
    const notes: unknown = JSON.parse(localStorage.getItem(storageKey) ?? "[]");
    return Array.isArray(notes) ? notes.filter((note) => typeof note === "string") : [];
  } catch {
    return [];
  }
}

/** A page that was just loaded anew shows an order that was shown before. */
export function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isAnew = entry?.type === "reload" || entry?.type === "back_forward";
  return isAnew && performance.now() < justLoadedMs;
}

/** Whether this browser has not done it for this order yet. */
export function isFirstTime(deed: OnceDone, orderId: string): boolean {
  return !isShownAgain() && !readNotes().includes(noteOf(deed, orderId));
}

/** Remembers that it was done. Where nothing is kept, a page that is loaded anew still knows. */
export function noteDone(deed: OnceDone, orderId: string): void {
  const notes = [...readNotes().filter((note) => note !== noteOf(deed, orderId)), noteOf(deed, orderId)];
  try {
    localStorage.setItem(storageKey, JSON.stringify(notes.slice(-mostRemembered)));
  } catch {
    // A browser that keeps nothing.
  }
}

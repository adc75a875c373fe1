export type OnceEvent = "celebrated" | "printed";

const storageKey = "tirage-orders-shown";

const maxRemembered = 40;

/** In ms since the load. A shared tablet's page sells for hours. */
const justLoadedMs = 15_000;

/** A hash, because the id of an order opens its page and must not stay in the browser. */
function readNote(event: OnceEvent, orderId: string): string {
  let hash = 0x811c9dc5;
  for (const character of `${event} ${orderId}`) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
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

export function isShownAgain(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isAnew = entry?.type === "reload" || entry?.type === "back_forward";
  return isAnew && performance.now() < justLoadedMs;
}

export function isFirstTime(event: OnceEvent, orderId: string): boolean {
  return !isShownAgain() && !readNotes().includes(readNote(event, orderId));
}

export function recordEvent(event: OnceEvent, orderId: string): void {
  const notes = [...readNotes().filter((note) => note !== readNote(event, orderId)), readNote(event, orderId)];
  try {
    localStorage.setItem(storageKey, JSON.stringify(notes.slice(-maxRemembered)));
  } catch {
    // The browser stores nothing.
  }
}

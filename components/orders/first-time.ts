export type OnceEvent = "celebrated" | "printed";

const storageKey = "tirage-orders-shown";

const maxNotes = 40;

/** In ms since the load. A shared tablet's page sells for hours. */
const justLoadedMs = 15_000;

/** A hash, because the id gives access to the order and must not stay in the browser. */
function getNote(event: OnceEvent, orderId: string): string {
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

export function isRevisit(): boolean {
  const [entry] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
  const isReload = entry?.type === "reload" || entry?.type === "back_forward";
  return isReload && performance.now() < justLoadedMs;
}

export function isFirstTime(event: OnceEvent, orderId: string): boolean {
  return !isRevisit() && !readNotes().includes(getNote(event, orderId));
}

export function recordEvent(event: OnceEvent, orderId: string): void {
  const notes = [...readNotes().filter((note) => note !== getNote(event, orderId)), getNote(event, orderId)];
  try {
    localStorage.setItem(storageKey, JSON.stringify(notes.slice(-maxNotes)));
  } catch {
    // Without storage, each view counts as the first.
  }
}

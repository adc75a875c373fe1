import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { newKey } from "@/lib/platform/http/new-key";

/**
 * Whose page this is: `new` where this tab has not sold yet, `known` after a reload, and `copied` where another page
 * that lives has the tab's name, as after "Duplicate tab": what the browser copied along is that one's.
 */
export type OwnTab = "new" | "known" | "copied";

const key = `${terminalPrefix}tab`;

/** The page before a reload may be a moment in giving its name back, in ms. */
const patienceMs = 1000;

let held: string | null = null;
let opening: Promise<OwnTab> | null = null;

const lockOf = (tabId: string) => `${terminalPrefix}tab-${tabId}`;

/** Not in every tablet's browser: without locks no page knows of another. */
function locksOrNull(): LockManager | null {
  return (navigator.locks as LockManager | undefined) ?? null;
}

function readName(): string | null {
  try {
    return window.sessionStorage.getItem(key);
  } catch {
    return held;
  }
}

function writeName(tabId: string): void {
  try {
    window.sessionStorage.setItem(key, tabId);
  } catch {
    // Such a browser keeps no sale either.
  }
}

/** Holds a name for as long as this page lives; false where another one has it. */
function hold(tabId: string): Promise<boolean> {
  const locks = locksOrNull();
  if (!locks) return Promise.resolve(true);
  return new Promise((resolve) => {
    const untilLeft = () => {
      resolve(true);
      return new Promise<void>((release) => window.addEventListener("pagehide", () => release(), { once: true }));
    };
    const isTaken = ({ name }: DOMException) => name === "TimeoutError";
    locks
      .request(lockOf(tabId), { signal: AbortSignal.timeout(patienceMs) }, untilLeft)
      .catch((error: DOMException) => resolve(!isTaken(error)));
  });
}

async function holdNew(): Promise<void> {
  held = newKey();
  writeName(held);
  await hold(held);
}

async function open(): Promise<OwnTab> {
  const name = readName();
  if (name !== null && name === held) return "known";
  if (name !== null && (await hold(name))) {
    held = name;
    return "known";
  }
  await holdNew();
  return name === null ? "new" : "copied";
}

/** Finds out whose page this is and gives the tab its name; `new` and `copied` are said once. */
export function openTab(): Promise<OwnTab> {
  opening ??= open().finally(() => {
    opening = null;
  });
  return opening;
}

/** The name of this page's tab; null before it was opened. */
export function tabName(): string | null {
  return held ?? readName();
}

/** True where a page of this tab is open now, or where no page can know. */
export async function mayLive(tabId: string | null): Promise<boolean> {
  const locks = locksOrNull();
  if (!locks) return true;
  const { held: names = [] } = await locks.query();
  return tabId !== null && names.some(({ name }) => name === lockOf(tabId));
}

/** Which order a tab holds, for the tablet that dies with it: no more than where the order stands at the server. */
type HeldSale = { orderId: string; tabId: string | null; at: number };

/** A tablet that was away for longer comes back to another buyer, in ms. */
const lifeMs = 3_600_000;

const keyOf = (drawId: string) => `${terminalPrefix}held-${drawId}`;

function readHeld(drawId: string): HeldSale | null {
  try {
    const held = JSON.parse(window.localStorage.getItem(keyOf(drawId)) ?? "null") as Partial<HeldSale> | null;
    if (typeof held?.orderId !== "string") return null;
    const { orderId, tabId = null, at = 0 } = held;
    if (Date.now() - at < lifeMs) return { orderId, tabId, at };
    window.localStorage.removeItem(keyOf(drawId));
    return null;
  } catch {
    return null;
  }
}

/** Remembers the order of a draw that this tab holds, in the place of any other. */
export function recordHeld(drawId: string, orderId: string): void {
  try {
    const held: HeldSale = { orderId, tabId: tabName(), at: Date.now() };
    window.localStorage.setItem(keyOf(drawId), JSON.stringify(held));
  } catch {
    // The list of unfinalized orders has it all the same.
  }
}

/** Forgets that order, but not one that another tab holds. */
export function forgetHeld(drawId: string, orderId: string): void {
  try {
    if (readHeld(drawId)?.orderId === orderId) window.localStorage.removeItem(keyOf(drawId));
  } catch {
    // A browser that stores nothing has nothing to forget.
  }
}

/**
 * The order of a draw that was held by a tab which is gone, without its sale having ended; null where there is none.
 */
export async function findLeftOrder(drawId: string): Promise<string | null> {
  const held = readHeld(drawId);
  if (!held) return null;
  return (await mayLive(held.tabId)) ? null : held.orderId;
}

import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { mayLive, tabName } from "./own-tab";

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

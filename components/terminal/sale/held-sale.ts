import { terminalPrefix } from "@/components/terminal/shell/terminal-storage";
import { canTabBeOpen, getTabId } from "./own-tab";

/** Stores only the order's URL, so that another tab can continue the sale if this one is killed. */
type HeldSale = { orderId: string; tabId: string | null; at: number };

const lifeMs = 3_600_000;

const getStorageKey = (drawId: string) => `${terminalPrefix}held-${drawId}`;

function readHeldSale(drawId: string): HeldSale | null {
  try {
    const sale = JSON.parse(window.localStorage.getItem(getStorageKey(drawId)) ?? "null") as Partial<HeldSale> | null;
    if (typeof sale?.orderId !== "string") return null;
    const { orderId, tabId = null, at = 0 } = sale;
    if (Date.now() - at < lifeMs) return { orderId, tabId, at };
    window.localStorage.removeItem(getStorageKey(drawId));
    return null;
  } catch {
    return null;
  }
}

export function recordHeldSale(drawId: string, orderId: string): void {
  try {
    const sale: HeldSale = { orderId, tabId: getTabId(), at: Date.now() };
    window.localStorage.setItem(getStorageKey(drawId), JSON.stringify(sale));
  } catch {
    // Without storage, the list of unfinalized orders has the order anyway.
  }
}

export function clearHeldSale(drawId: string, orderId: string): void {
  try {
    if (readHeldSale(drawId)?.orderId === orderId) window.localStorage.removeItem(getStorageKey(drawId));
  } catch {
    // Without storage, there is nothing to clear.
  }
}

export async function findAbandonedOrder(drawId: string): Promise<string | null> {
  const sale = readHeldSale(drawId);
  if (!sale) return null;
  return (await canTabBeOpen(sale.tabId)) ? null : sale.orderId;
}

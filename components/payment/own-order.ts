const storageKey = "tirage-own-order";

/** Notes in this tab that its buyer goes on to pay this order from the order's own page. */
export function recordOwnOrder(orderId: string): void {
  try {
    window.sessionStorage.setItem(storageKey, orderId);
  } catch {
    // A browser that stores nothing asks its buyer to open the order in the tab that reserved it.
  }
}

/** Whether this tab's buyer came from the order's own page; no foreign page can say so. */
export function isOwnOrder(orderId: string): boolean {
  try {
    return window.sessionStorage.getItem(storageKey) === orderId;
  } catch {
    return false;
  }
}

/** Forgets that this tab's buyer goes on to pay this order. */
export function forgetOwnOrder(orderId: string): void {
  if (isOwnOrder(orderId)) window.sessionStorage.removeItem(storageKey);
}

const storageKey = "tirage-own-order";

export function recordOwnOrder(orderId: string): void {
  try {
    window.sessionStorage.setItem(storageKey, orderId);
  } catch {
    // Without storage, the buyer is asked to open the order in the tab that reserved it.
  }
}

/** The buyer came from the order's own page, which no foreign page can claim. */
export function isOwnOrder(orderId: string): boolean {
  try {
    return window.sessionStorage.getItem(storageKey) === orderId;
  } catch {
    return false;
  }
}

export function clearOwnOrder(orderId: string): void {
  if (isOwnOrder(orderId)) window.sessionStorage.removeItem(storageKey);
}

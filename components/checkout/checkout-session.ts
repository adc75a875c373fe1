import type { CheckoutForm } from "./checkout-form";
import type { CheckoutSession, SessionKeeper } from "./session-keeper";
import { createKeeper } from "./session-keeper";

/** What one tab keeps of the purchases of its buyer. */
export const tabSessions: SessionKeeper = createKeeper(() => window.sessionStorage, "tirage-checkout-");

/** The session of this tab for a draw; a new one has a key of its own and is not stored yet. */
export function readSession(drawId: string): CheckoutSession {
  return tabSessions.read(drawId);
}

/** Changes the stored session and gives it as it now is. */
export function changeSession(drawId: string, change: Partial<CheckoutSession>): CheckoutSession {
  return tabSessions.change(drawId, change);
}

/** Begins anew: another key, no order, the form kept. */
export function renewSession(drawId: string): CheckoutSession {
  return tabSessions.renew(drawId);
}

/** Stores the form, or null where it must not be kept; after a definite answer a changed form is another purchase and gets another key. */
export function keepForm(drawId: string, form: CheckoutForm | null): void {
  tabSessions.keepForm(drawId, form);
}

/** Forgets everything of a draw. */
export function clearSession(drawId: string): void {
  tabSessions.clear(drawId);
}

/**
 * Takes an order over from the address (`#order=…`, design section 4) into the session and erases it from the address bar
 * and the history; true when there was one. Must run before any foreign script does, because the order's id opens the order.
 */
export function takeHandover(drawId: string): boolean {
  return tabSessions.takeHandover(drawId);
}

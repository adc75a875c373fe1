import type { CheckoutForm } from "./checkout-form";

/**
 * What one tab keeps of a purchase, so that a reload, a change of language or a duplicated tab finds it again. `answered`
 * says that the key got a definite answer: the next change of the form then takes a new key.
 */
export type CheckoutSession = {
  drawId: string;
  idempotencyKey: string;
  answered: boolean;
  orderId: string | null;
  form: CheckoutForm | null;
};

const handoverPattern = /^#order=([0-9A-HJKMNP-TV-Z]{26})$/;
const inMemory = new Map<string, string>();

function storageKey(drawId: string): string {
  return `tirage-checkout-${drawId}`;
}

/** A browser may refuse to store anything; the page then remembers for as long as it lives. */
function readText(key: string): string | null {
  try {
    return inMemory.get(key) ?? window.sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function writeText(key: string, text: string): void {
  try {
    window.sessionStorage.setItem(key, text);
    inMemory.delete(key);
  } catch {
    inMemory.set(key, text);
  }
}

function isSession(value: unknown, drawId: string): value is CheckoutSession {
  const session = value as Partial<CheckoutSession> | null;
  return session?.drawId === drawId && typeof session.idempotencyKey === "string";
}

function parseSession(text: string | null, drawId: string): CheckoutSession | null {
  try {
    const value: unknown = JSON.parse(text ?? "null");
    return isSession(value, drawId) ? value : null;
  } catch {
    return null;
  }
}

/** `randomUUID` exists on https and localhost alone; a demo is opened by other names too. */
function newKey(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The session of this tab for a draw; a new one has a key of its own and is not stored yet. */
export function readSession(drawId: string): CheckoutSession {
  const stored = parseSession(readText(storageKey(drawId)), drawId);
  return stored ?? { drawId, idempotencyKey: newKey(), answered: false, orderId: null, form: null };
}

/** Changes the stored session and gives it as it now is. */
export function changeSession(drawId: string, change: Partial<CheckoutSession>): CheckoutSession {
  const session = { ...readSession(drawId), ...change };
  writeText(storageKey(drawId), JSON.stringify(session));
  return session;
}

/** Begins anew: another key, no order, the form kept. */
export function renewSession(drawId: string): CheckoutSession {
  return changeSession(drawId, { idempotencyKey: newKey(), answered: false, orderId: null });
}

/** Stores the form, or null where it must not be kept; after a definite answer a changed form is another purchase and gets another key. */
export function keepForm(drawId: string, form: CheckoutForm | null): void {
  const session = readSession(drawId);
  changeSession(drawId, { form, ...(session.answered ? { idempotencyKey: newKey(), answered: false } : {}) });
}

/** Forgets everything of a draw. */
export function clearSession(drawId: string): void {
  inMemory.delete(storageKey(drawId));
  try {
    window.sessionStorage.removeItem(storageKey(drawId));
  } catch {
    // Nothing could be stored, so nothing is left.
  }
}

/**
 * Takes an order over from the address (`#order=…`, design section 4) into the session and erases it from the address bar
 * and the history; true when there was one. Must run before any foreign script does, because the order's id opens the order.
 */
export function takeHandover(drawId: string): boolean {
  const orderId = handoverPattern.exec(window.location.hash)?.[1];
  if (!orderId) return false;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, "", pathname + search);
  if (readSession(drawId).orderId !== orderId) changeSession(drawId, { ...renewSession(drawId), orderId });
  return true;
}

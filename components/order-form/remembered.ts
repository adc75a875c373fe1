import { allocationKeys } from "@/lib/terminal/rules";
import type { CheckoutForm, TypedField } from "./checkout-form";
import { typedFields } from "./checkout-form";

/** What a browser keeps of a buyer who asked for it: never a card, an age, a place or a consent. */
export type Remembered = Pick<CheckoutForm, TypedField>;

/** Key in local storage. */
const storageKey = "tirage-buyer";

/** The longest text that a field of the form takes. */
const longest = 64;

/** Those details of a form. */
export function rememberedOf(form: Remembered): Remembered {
  return { name: form.name, email: form.email, phone: form.phone, postalCode: form.postalCode };
}

/** True where both are the same buyer's, letter by letter. */
export function isSameBuyer(left: Remembered, right: Remembered): boolean {
  return typedFields.every((field) => left[field] === right[field]);
}

function parse(text: string | null): Remembered | null {
  const stored = JSON.parse(text ?? "null") as Partial<Record<string, unknown>> | null;
  if (stored === null || typeof stored !== "object") return null;
  const isWhole = typedFields.every((field) => typeof stored[field] === "string" && stored[field].length <= longest);
  return isWhole ? rememberedOf(stored as Remembered) : null;
}

/**
 * True where this browser may keep somebody's details: not on a registered tablet, which strangers see, nor without a
 * storage.
 */
export function mayRemember(): boolean {
  try {
    return Object.values(allocationKeys).every((key) => localStorage.getItem(key) === null);
  } catch {
    return false;
  }
}

/** The details that this browser keeps; null for none. */
export function readRemembered(): Remembered | null {
  try {
    return parse(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

/** Keeps the details of a buyer who asked for it, or forgets those that are kept. */
export function remember(buyer: Remembered | null): void {
  try {
    if (buyer) localStorage.setItem(storageKey, JSON.stringify(rememberedOf(buyer)));
    else localStorage.removeItem(storageKey);
  } catch {
    // Storage may be forbidden or full: the details are then typed again.
  }
}

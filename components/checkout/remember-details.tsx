import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { CheckoutForm, TypedField } from "@/components/order-form/checkout-form";
import { typedFields } from "@/components/order-form/checkout-form";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import type { Phase } from "@/components/payment/checkout-machine";
import { focusId } from "@/components/ui/focus-id";
import { allocationKeys } from "@/lib/terminal/rules";

/** Phases that follow the press that pays by card, for a new order and for one that is held. */
const sentPhases = new Set<Phase>(["placing", "tokenizing"]);

type RememberDetailsProps = { control: Pick<FormControl, "form" | "set">; phase: Phase };

/** Fills in what is kept, once, where nothing was typed yet: whoever has begun may be somebody else. */
function useKept({ form, set }: RememberDetailsProps["control"]) {
  const [isAllowed] = useState(mayRemember);
  const [kept, setKept] = useState(() => (isAllowed ? readRemembered() : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the page comes to life
  useEffect(() => {
    if (!kept || typedFields.some((field) => form[field] !== "")) return;
    for (const field of typedFields) set(field, kept[field]);
  }, []);
  const keep = (buyer: Remembered | null) => {
    remember(buyer);
    setKept(buyer);
  };
  return { isAllowed, kept, keep };
}

/** Says that details are kept here, and takes them away again, also from the form. */
function Kept({ onForget }: { onForget: () => void }) {
  const t = useTranslations("checkout.remember");
  return (
    <p className="mt-4 text-sm">
      {t("kept")}{" "}
      <button type="button" onClick={onForget} className="link min-h-6">
        {t("forget")}
      </button>
    </p>
  );
}

/**
 * Asks whether this device may keep the buyer's details for the next time; off until they turn it on, and kept with the
 * press that pays. What the law wants a buyer to say is never kept, nor is a card.
 */
export function RememberDetails({ control, phase }: RememberDetailsProps) {
  const t = useTranslations("checkout.remember");
  const { form, set } = control;
  const [isWanted, setWanted] = useState(false);
  const { isAllowed, kept, keep } = useKept(control);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the form holds when it is sent
  useEffect(() => {
    // Apple's sheet tells the buyer to nobody but the server: then there is nothing to keep.
    if (isWanted && form.name && form.email && sentPhases.has(phase)) keep(rememberedOf(form));
  }, [isWanted, phase]);
  if (!isAllowed) return null;
  const forget = () => {
    for (const field of typedFields) if (kept && form[field] === kept[field]) set(field, "");
    keep(null);
    setWanted(false);
    focusId("checkout-remember");
  };
  return (
    <>
      {kept ? <Kept onForget={forget} /> : null}
      {kept && isSameBuyer(kept, form) ? null : (
        <label className="tick mt-4 items-start">
          <input
            id="checkout-remember"
            type="checkbox"
            role="switch"
            aria-checked={isWanted}
            checked={isWanted}
            onChange={({ target }) => setWanted(target.checked)}
          />
          <span>
            {t("wish")} <span className="hint block">{t("what")}</span>
          </span>
        </label>
      )}
    </>
  );
}

/** What a browser keeps of a buyer who asked for it: never a card, an age, a place or a consent. */
type Remembered = Pick<CheckoutForm, TypedField>;

/** Key in local storage. */
const storageKey = "tirage-buyer";

/** The longest text that a field of the form takes. */
const longest = 64;

/** Those details of a form. */
function rememberedOf(form: Remembered): Remembered {
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

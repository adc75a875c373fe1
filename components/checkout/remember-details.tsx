import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import type { BuyerField, CheckoutForm } from "@/components/order-form/checkout-form";
import { buyerFields } from "@/components/order-form/checkout-form";
import type { FormControl } from "@/components/order-form/use-checkout-form";
import type { Phase } from "@/components/payment/checkout-machine";
import { focusId } from "@/components/ui/focus-id";
import { allocationKeys } from "@/lib/terminal/device/rules";

type RememberDetailsProps = { control: Pick<FormControl, "form" | "set">; phase: Phase };

export function RememberDetails({ control, phase }: RememberDetailsProps) {
  const t = useTranslations("checkout.remember");
  const { form, set } = control;
  const [isWanted, setWanted] = useState(false);
  const { isAllowed, remembered, store } = useRememberedDetails(control);
  // biome-ignore lint/correctness/useExhaustiveDependencies: stores the form as it is when it is sent
  useEffect(() => {
    // With Apple Pay the form may be empty, because the sheet sends the buyer to the server.
    if (isWanted && form.name && form.email && sentPhases.has(phase)) store(pickBuyerDetails(form));
  }, [isWanted, phase]);
  if (!isAllowed) return null;
  const forget = () => {
    for (const field of buyerFields) if (remembered && form[field] === remembered[field]) set(field, "");
    store(null);
    setWanted(false);
    focusId("checkout-remember");
  };
  return (
    <>
      {remembered ? <RememberedNote onForget={forget} /> : null}
      {remembered && isSameBuyer(remembered, form) ? null : (
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

type BuyerDetails = Pick<CheckoutForm, BuyerField>;

/** False on a registered tablet, which many people use, and if storage is blocked. */
export function canRememberDetails(): boolean {
  try {
    return Object.values(allocationKeys).every((key) => localStorage.getItem(key) === null);
  } catch {
    return false;
  }
}

export function readRememberedDetails(): BuyerDetails | null {
  try {
    return parse(localStorage.getItem(storageKey));
  } catch {
    return null;
  }
}

export function storeRememberedDetails(buyer: BuyerDetails | null): void {
  try {
    if (buyer) localStorage.setItem(storageKey, JSON.stringify(pickBuyerDetails(buyer)));
    else localStorage.removeItem(storageKey);
  } catch {
    // Without storage, nothing is remembered.
  }
}

export function isSameBuyer(left: BuyerDetails, right: BuyerDetails): boolean {
  return buyerFields.every((field) => left[field] === right[field]);
}

const sentPhases = new Set<Phase>(["placing", "tokenizing"]);

function useRememberedDetails({ form, set }: RememberDetailsProps["control"]) {
  const [isAllowed] = useState(canRememberDetails);
  const [details, setDetails] = useState(() => (isAllowed ? readRememberedDetails() : null));
  // biome-ignore lint/correctness/useExhaustiveDependencies: only once, after hydration
  useEffect(() => {
    if (!details || buyerFields.some((field) => form[field] !== "")) return;
    for (const field of buyerFields) set(field, details[field]);
  }, []);
  const store = (buyer: BuyerDetails | null) => {
    storeRememberedDetails(buyer);
    setDetails(buyer);
  };
  return { isAllowed, remembered: details, store };
}

function RememberedNote({ onForget }: { onForget: () => void }) {
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

const storageKey = "tirage-buyer";

const maxLength = 64;

function pickBuyerDetails(form: BuyerDetails): BuyerDetails {
  return { name: form.name, email: form.email, phone: form.phone, postalCode: form.postalCode };
}

function parse(text: string | null): BuyerDetails | null {
  const value = JSON.parse(text ?? "null") as Partial<Record<string, unknown>> | null;
  if (value === null || typeof value !== "object") return null;
  const isComplete = buyerFields.every((field) => typeof value[field] === "string" && value[field].length <= maxLength);
  return isComplete ? pickBuyerDetails(value as BuyerDetails) : null;
}

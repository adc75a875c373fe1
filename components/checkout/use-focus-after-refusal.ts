import { useEffect, useLayoutEffect, useRef } from "react";
import { useLiveRefresh } from "@/components/draws/live/live-provider";
import type { FormProblems } from "@/components/order-form/field-problems";
import { listProblemFields } from "@/components/order-form/field-problems";
import { cardFieldTypes } from "@/components/payment/card/card-state";
import type { CardFieldType } from "@/components/payment/card/custom-checkout";
import type { CardForm } from "@/components/payment/card/use-card-fields";
import type { CheckoutState } from "@/components/payment/checkout-machine";
import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { focusId } from "@/components/ui/focus-id";

export function useFocusAfterRefusal(
  { refusal, held }: CheckoutState,
  clear: CardForm["clear"],
  problems: FormProblems,
): void {
  const wasHeld = useRef(held);
  const refresh = useLiveRefresh();
  const latestProblems = useRef(problems);
  useLayoutEffect(() => {
    latestProblems.current = problems;
  }, [problems]);
  useEffect(() => {
    if (!refusal) return;
    const fields = clearedFields[refusal.reason];
    if (fields) clear(fields);
    // The tickets may have been sold since the last live state.
    if (refusal.about !== "card") refresh();
    const [first] = listProblemFields(latestProblems.current);
    focusId(`checkout-${first ?? "trouble"}`);
  }, [refusal, clear, refresh]);
  useEffect(() => {
    if (wasHeld.current && !held && !refusal) focusId("checkout-tickets");
    wasHeld.current = held;
  }, [held, refusal]);
}

const clearedFields: Partial<Record<CheckoutReason, readonly CardFieldType[]>> = {
  declined: cardFieldTypes,
  "card-number-invalid": cardFieldTypes,
  "card-type-unsupported": cardFieldTypes,
  "card-authentication-required": cardFieldTypes,
  "card-expiry-invalid": ["expiry", "cvv"],
  "card-security-code-wrong": ["cvv"],
};

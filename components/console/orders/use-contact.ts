import { useState } from "react";
import { useRefusalText } from "@/components/console/use-console-text";
import { showContact } from "@/lib/console/orders/client";
import type { ConsoleOrder, ContactDetails } from "@/lib/console/orders/rules.order";

export type Contact = {
  /** Null until the person asks for them, and again after a change. */
  details: ContactDetails | null;
  problem: string | null;
  isBusy: boolean;
  show: () => Promise<void>;
};

/** Loads the buyer's contact details on demand, because the order's history records each time they are shown. */
export function useContact(order: ConsoleOrder, onShown: () => Promise<void>): Contact {
  const refusalText = useRefusalText();
  const [shownContact, setShownContact] = useState<{ details: ContactDetails; changeCount: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changeCount = countBuyerChanges(order);
  const show = async () => {
    setBusy(true);
    const answer = await showContact(order);
    setBusy(false);
    setProblem(answer.ok ? null : refusalText(answer));
    if (!answer.ok) return;
    setShownContact({ details: answer.body.contact, changeCount });
    await onShown();
  };
  return { details: shownContact?.changeCount === changeCount ? shownContact.details : null, problem, isBusy, show };
}

/** Details shown before the last of these changes are out of date. */
export function countBuyerChanges({ history }: ConsoleOrder): number {
  return history.filter(({ action }) => action === "details-corrected" || action === "details-erased").length;
}

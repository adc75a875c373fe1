import { useState } from "react";
import { useRefusalText } from "@/components/console/use-console-text";
import { showContact } from "@/lib/console/orders/client";
import type { ConsoleOrder, ContactDetails } from "@/lib/console/orders/rules.order";

export type Contact = {
  /** Null until they are shown. */
  details: ContactDetails | null;
  problem: string | null;
  isBusy: boolean;
  show: () => Promise<void>;
};

/** The buyer's contact details, once somebody asks for them. The order's history records each time. */
export function useContact(order: ConsoleOrder, onShown: () => Promise<void>): Contact {
  const refusalText = useRefusalText();
  const [shown, setShown] = useState<{ details: ContactDetails; changes: number } | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = countBuyerChanges(order);
  const show = async () => {
    setBusy(true);
    const answer = await showContact(order);
    setBusy(false);
    setProblem(answer.ok ? null : refusalText(answer));
    if (!answer.ok) return;
    setShown({ details: answer.body.contact, changes });
    await onShown();
  };
  return { details: shown?.changes === changes ? shown.details : null, problem, isBusy, show };
}

/** Details that were shown before a correction are wrong after it. */
export function countBuyerChanges({ history }: ConsoleOrder): number {
  return history.filter(({ action }) => action === "details-corrected" || action === "details-erased").length;
}

import { useTranslations } from "next-intl";
import { useState } from "react";
import { useRefusalText } from "@/components/console/use-console-text";
import { usePasskeyConfirmation } from "@/components/console/use-passkey-confirmation";
import { focusId } from "@/components/ui/focus-id";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import type { OrderCall } from "@/lib/console/orders/client";
import { callOrder } from "@/lib/console/orders/client";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";

export const outcomeId = "order-outcome";

export type OrderOutcome = { isDone: boolean; message: string };

/** The result of a call: whether it was done, or which fields of its body were wrong. */
type CallResult = { isDone: boolean; wrongFields: string[] };

export type OrderCalls = {
  outcome: OrderOutcome | null;
  busy: OrderCall | null;
  /** A form that marks these fields when they are wrong needs no message about the call. */
  run: (call: OrderCall, body?: object, markedFields?: readonly string[]) => Promise<CallResult>;
};

/** What a part that acts on the order gets. */
export type ActionProps = { order: ConsoleOrder; calls: OrderCalls };

const undone: CallResult = { isDone: false, wrongFields: [] };

type CallBody = { outcome?: unknown; corrected?: unknown; isMailed?: unknown };

function doneKeyOf(call: OrderCall, { outcome, corrected, isMailed }: CallBody) {
  if (outcome === "refunded") return "refunded";
  if (call === "correct" && isMailed === true) return "correctMailed";
  return Array.isArray(corrected) && corrected.length === 0 ? "unchanged" : call;
}

/** Calls about an order, one at a time. The result is announced where the focus goes. */
export function useOrderCalls(order: ConsoleOrder, onDone: () => Promise<void>): OrderCalls {
  const t = useTranslations("console.orders.actions");
  const refusalText = useRefusalText();
  const runConfirmed = usePasskeyConfirmation();
  const oneAtATime = useOneAtATime();
  const [outcome, setOutcome] = useState<OrderOutcome | null>(null);
  const [busy, setBusy] = useState<OrderCall | null>(null);
  const problemOf = (refusal: CallRefusal) =>
    refusal.reason === "resend-limit" ? t("resendTooSoon") : refusalText(refusal);
  const run = async (call: OrderCall, body?: object, markedFields: readonly string[] = []) => {
    let result = undone;
    await oneAtATime(async () => {
      setBusy(call);
      setOutcome(null);
      const answer = await runConfirmed(() => callOrder(order, call, body));
      await onDone();
      setBusy(null);
      const wrongFields = answer.ok ? [] : answer.fields.map(({ field }) => field);
      result = { isDone: answer.ok, wrongFields };
      if (wrongFields.some((field) => markedFields.includes(field))) return;
      setOutcome({
        isDone: answer.ok,
        message: answer.ok ? t(`done.${doneKeyOf(call, answer.body)}`) : problemOf(answer),
      });
      focusId(outcomeId);
    });
    return result;
  };
  return { outcome, busy, run };
}

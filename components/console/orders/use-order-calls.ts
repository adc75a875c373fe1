import { useTranslations } from "next-intl";
import { useState } from "react";
import { useConfirmedCalls } from "@/components/console/use-confirmed-calls";
import { useRefusalText } from "@/components/console/use-console-text";
import { focusId } from "@/components/ui/focus-id";
import type { NoticeTone } from "@/components/ui/notice";
import type { OrderCall } from "@/lib/console/orders/client";
import { callOrder } from "@/lib/console/orders/client";
import type { ConsoleOrder } from "@/lib/console/orders/rules.order";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";

export const outcomeId = "order-outcome";

export type OrderOutcome = { tone: NoticeTone; message: string };

/** `wrongFields` are fields of the body that the server refused. */
type OrderCallResult = { isDone: boolean; wrongFields: string[] };

export type OrderCalls = {
  outcome: OrderOutcome | null;
  forgetOutcome: () => void;
  busy: OrderCall | null;
  /** A form that marks these fields when they are wrong needs no message about the call. */
  run: (name: OrderCall, body?: Record<string, unknown>, markedFields?: readonly string[]) => Promise<OrderCallResult>;
};

export type ActionProps = { order: ConsoleOrder; calls: OrderCalls };

/** Runs one call at a time. The notice about the result takes the focus, so screen readers read it. */
export function useOrderCalls(order: ConsoleOrder, reload: () => Promise<void>): OrderCalls {
  const t = useTranslations("console.orders.actions");
  const refusalText = useRefusalText();
  const { busy, call } = useConfirmedCalls<OrderCall>(reload);
  const [outcome, setOutcome] = useState<OrderOutcome | null>(null);
  const toOutcome = (name: OrderCall, answer: CallResult<object>, email: string): OrderOutcome => {
    if (answer.ok) {
      const message = t(`done.${getDoneKey(name, answer.body)}`, { email });
      return { tone: name === "resend" ? "info" : "positive", message };
    }
    if (answer.reason === "resend-limit") return { tone: "info", message: t("resendTooSoon") };
    return { tone: "danger", message: refusalText(answer) };
  };
  const run: OrderCalls["run"] = async (name, body, markedFields = []) => {
    if (busy === null) setOutcome(null);
    const answer = await call(name, () => callOrder(order, name, body));
    if (!answer) return { isDone: false, wrongFields: [] };
    const wrongFields = answer.ok ? [] : answer.fields.map(({ field }) => field);
    if (!wrongFields.some((field) => markedFields.includes(field))) {
      const email = typeof body?.email === "string" ? body.email.trim() : (order.buyer?.maskedEmail ?? "");
      setOutcome(toOutcome(name, answer, email));
      focusId(outcomeId);
    }
    return { isDone: answer.ok, wrongFields };
  };
  return { outcome, forgetOutcome: () => setOutcome(null), busy, run };
}

type DoneBody = { outcome?: unknown; corrected?: unknown; isMailed?: unknown };

function getDoneKey(name: OrderCall, { outcome, corrected, isMailed }: DoneBody) {
  if (outcome === "refunded") return "refunded";
  if (name === "correct" && isMailed === true) return "correctMailed";
  return Array.isArray(corrected) && corrected.length === 0 ? "unchanged" : name;
}

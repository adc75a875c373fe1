"use client";

import { useCallback, useState } from "react";
import { isConclusive } from "@/components/payment/purchase";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import { isBeingPaid } from "@/lib/orders/rules";
import type { TerminalOrderResult } from "@/lib/terminal/orders/client";
import type { OrderAction, TerminalOrder } from "@/lib/terminal/orders/rules";

export type OrderCall = Exclude<OrderAction, "reprint">;

/** Keys of `terminalOrders.outcomes`. */
export type OutcomeKey =
  | "cash"
  | "cancel"
  | "resend"
  | "refunded"
  | "refund-under-way"
  | "bank-approved"
  | "bank-declined"
  | "bank-missing"
  | "bank-too-late"
  | "bank-returned"
  | "bank-silent";

export type Outcome =
  | { isDone: true; key: OutcomeKey; order: TerminalOrder; amount: number }
  | { isDone: false; reason: Extract<TerminalOrderResult, { ok: false }>["reason"] };

function getCheckOutcomeKey({ status, lastPayment, numbers }: TerminalOrder): OutcomeKey {
  if (isBeingPaid(status)) return "bank-silent";
  if (status === "finalized") return "bank-approved";
  if (status === "refunded") return numbers.length > 0 ? "bank-approved" : "bank-returned";
  if (status !== "reserved") return "bank-too-late";
  return lastPayment?.state === "missing" ? "bank-missing" : "bank-declined";
}

function getOutcomeKey(action: OrderCall, order: TerminalOrder): OutcomeKey {
  if (action === "check") return getCheckOutcomeKey(order);
  if (action !== "refund") return action;
  return order.refunds.at(-1)?.state === "under-way" ? "refund-under-way" : "refunded";
}

/** A server that failed afterwards may have done the work, so its answer isn't a refusal. */
function getRefusalReason(answer: Extract<TerminalOrderResult, { ok: false }>) {
  return isConclusive(answer) ? answer.reason : "unreachable";
}

/** `amount` is in dollars: the refund's, otherwise the order's. */
export function getOutcome(action: OrderCall, answer: TerminalOrderResult): Outcome {
  if (!answer.ok) return { isDone: false, reason: getRefusalReason(answer) };
  const { order } = answer;
  const amount = action === "refund" ? (order.refunds.at(-1)?.amount ?? order.amount) : order.amount;
  return { isDone: true, key: getOutcomeKey(action, order), order, amount };
}

/** Runs one action at a time, so a second tap meanwhile does nothing. */
export type OrderActions = {
  busy: { action: OrderCall; orderId: string } | null;
  outcome: Outcome | null;
  run: (action: OrderCall, orderId: string, call: () => Promise<TerminalOrderResult>) => Promise<void>;
};

export function useOrderAction(onAnswer: (answer: TerminalOrderResult) => void): OrderActions {
  const { note } = useConnection();
  const [busy, setBusy] = useState<OrderActions["busy"]>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const oneAtATime = useOneAtATime();
  const run = useCallback<OrderActions["run"]>(
    (action, orderId, call) =>
      oneAtATime(async () => {
        setBusy({ action, orderId });
        setOutcome(null);
        const answer = note(await call());
        setBusy(null);
        setOutcome(getOutcome(action, answer));
        onAnswer(answer);
      }),
    [note, onAnswer, oneAtATime],
  );
  return { busy, outcome, run };
}

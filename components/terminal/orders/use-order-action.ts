"use client";

import { useCallback, useState } from "react";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useOneAtATime } from "@/components/ui/use-one-at-a-time";
import type { TerminalOrderAnswer } from "@/lib/terminal/client";
import type { OrderCall, Outcome } from "./order-outcome";
import { outcomeOf } from "./order-outcome";

/** Actions on orders, one at a time: a second tap while one is under way does nothing. */
export type OrderActions = {
  /** The action under way, with the order it is about. */
  busy: { action: OrderCall; orderId: string } | null;
  outcome: Outcome | null;
  run: (action: OrderCall, orderId: string, call: () => Promise<TerminalOrderAnswer>) => Promise<void>;
};

/** Carries out actions and keeps what became of the last one; `onAnswer` is told each, also that nobody answered. */
export function useOrderAction(onAnswer: (answer: TerminalOrderAnswer) => void): OrderActions {
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
        setOutcome(outcomeOf(action, answer));
        onAnswer(answer);
      }),
    [note, onAnswer, oneAtATime],
  );
  return { busy, outcome, run };
}

"use client";

import { useCallback, useRef, useState } from "react";

import { isMoving } from "@/components/payment/order-state";
import { repeatLook } from "@/components/terminal/shell/repeat-look";
import { useConnection } from "@/components/terminal/shell/use-connection";
import { useLooks } from "@/components/ui/use-looks";
import type { CallRefusal } from "@/lib/platform/http/fetch-json";
import type { TerminalOrderAnswer } from "@/lib/terminal/client";
import { readTerminalOrder } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";

/** Waits between looks, in ms: short while the bank is asked or money is on its way. */
const waits = { moving: 3000, settled: 15_000 };

/** An order as far as it was read; null until then, and kept while the server is silent. */
export type WatchedOrder = {
  order: TerminalOrder | null;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  /** Takes an answer that an action got; looks again when it brought no order. */
  accept: (answer: TerminalOrderAnswer) => void;
  refresh: () => void;
};

/** Reads an order again and again. */
export function useTerminalOrder(instanceId: string, orderId: string): WatchedOrder {
  const { note, isReachable } = useConnection();
  const [known, setKnown] = useState<Pick<WatchedOrder, "order" | "refusal" | "readAt">>({
    order: null,
    refusal: null,
    readAt: null,
  });
  const accepted = useRef(0);
  const begin = useCallback(() => {
    if (!isReachable) return;
    return repeatLook({
      firstMs: 0,
      async look(signal) {
        const before = accepted.current;
        const answer = note(await readTerminalOrder({ instanceId, orderId }, signal));
        // An answer to an action that came meanwhile is newer than what was read.
        if (signal.aborted || accepted.current !== before) return waits.moving;
        if (answer.ok) setKnown({ order: answer.order, refusal: null, readAt: new Date() });
        else setKnown((last) => ({ ...last, refusal: answer.reason }));
        return answer.ok && isMoving(answer.order) ? waits.moving : waits.settled;
      },
    });
  }, [instanceId, orderId, isReachable, note]);
  const refresh = useLooks(begin);

  const accept = useCallback(
    (answer: TerminalOrderAnswer) => {
      accepted.current += 1;
      if (answer.ok) setKnown({ order: answer.order, refusal: null, readAt: new Date() });
      refresh();
    },
    [refresh],
  );
  return { ...known, accept, refresh };
}

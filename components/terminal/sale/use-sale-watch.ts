import { useCallback, useEffect, useRef, useState } from "react";

import type { OrderWatch } from "@/components/payment/follow-order";
import { followOrder } from "@/components/payment/follow-order";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { TerminalOrderAnswer } from "@/lib/terminal/client.orders";
import { terminalOrderQuery } from "@/lib/terminal/client.orders";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";
import { saleSessions } from "./sale-session";
import type { SaleEvent, SaleState } from "./sale-state";
import { isInFlight } from "./sale-state";

/** What is known while an order is followed: whether the last look reached the server, and a look at once. */
export type SalePoll = { isReached: boolean; pollNow: () => void };

/** How often an order is looked at while somebody may be paying it, in ms. */
const liveMs = 2000;

/** A call whose answer was lost may still be on its way to the server: the first look waits so long, in ms. */
const lostMs = 2000;

type Pace = { firstMs: number; everyMs?: number };

/** How often the order of a sale is looked at; null while nothing about it is open. */
function paceOf({ phase, means, order }: SaleState): Pace | null {
  if (phase === "restoring") return { firstMs: 0 };
  if (phase === "checking") return { firstMs: lostMs, everyMs: liveMs };
  if (phase !== "collecting") return null;
  return means === "phone" || isInFlight(order) ? { firstMs: liveMs, everyMs: liveMs } : { firstMs: 5 * liveMs };
}

/** Sold, but for cash that lies in another tablet's drawer. */
function isTakenElsewhere({ status, method, hasOwnCash }: TerminalOrder): boolean {
  return status === "finalized" && method === "cash" && !hasOwnCash;
}

function eventOf(answer: TerminalOrderAnswer, isKnown: boolean): SaleEvent | null {
  if (answer.ok && isTakenElsewhere(answer.order)) return { type: "refused", reason: "cash-taken-elsewhere" };
  if (answer.ok) return { type: "order-read", order: answer.order };
  // An order that was shown exists: an answer that says otherwise is not believed.
  return answer.reason === "order-not-found" && !isKnown ? { type: "refused", reason: "order-not-found" } : null;
}

/**
 * Follows the order of a sale live: what the buyer does on a phone, what became of a lost call, an order found again.
 */
export function useSaleWatch(state: SaleState, drawId: string, dispatch: (event: SaleEvent) => void): SalePoll {
  const [isReached, setReached] = useState(true);
  const { note } = useConnection();
  const knownId = state.order?.orderId;
  const pace = paceOf(state);
  const [firstMs, everyMs] = [pace?.firstMs, pace?.everyMs];
  const watch = useRef<OrderWatch>(undefined);
  useEffect(() => {
    const orderId = knownId ?? saleSessions.read(drawId).orderId;
    if (firstMs === undefined || !orderId) return;
    const running = followOrder(terminalOrderQuery({ instanceId: drawId, orderId }), {
      firstMs,
      everyMs,
      onAnswer(answer) {
        note(answer);
        setReached(answer.ok || answer.reason !== "unreachable");
        const event = eventOf(answer, knownId !== undefined);
        if (event) dispatch(event);
      },
    });
    watch.current = running;
    return running.stop;
  }, [firstMs, everyMs, knownId, drawId, dispatch, note]);
  const pollNow = useCallback(() => watch.current?.pollNow(), []);
  return { isReached, pollNow };
}

import { useCallback, useEffect, useState } from "react";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import { readTerminalOrder } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";

import { endSale, saleSessions } from "./sale/sale-session";
import { useConnection } from "./shell/use-connection";

/** An order that was sold, as far as it is known; `trouble` is why it cannot be shown. */
export type FinishedOrder = {
  order: TerminalOrder | null;
  trouble: CheckoutReason | null;
  setOrder: (order: TerminalOrder) => void;
};

/** How often a server that does not answer is asked again, in ms. */
const againMs = 3000;

/** Reads an order until there is an answer. Once a sold one is here, the tablet forgets the sale that it was. */
export function useFinishedOrder(instanceId: string, orderId: string): FinishedOrder {
  const { note } = useConnection();
  const [order, keep] = useState<TerminalOrder | null>(null);
  const [trouble, setTrouble] = useState<CheckoutReason | null>(null);
  const setOrder = useCallback((read: TerminalOrder) => {
    const { status } = read;
    const isSold = status === "finalized" || status === "refunded";
    if (isSold && saleSessions.read(read.instanceId).orderId === read.orderId) endSale(read.instanceId);
    keep(read);
  }, []);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const read = async () => {
      const answer = note(await readTerminalOrder({ instanceId, orderId }));
      if (isOver) return;
      setTrouble(answer.ok ? null : answer.reason);
      if (answer.ok) setOrder(answer.order);
      else if (answer.reason === "unreachable") timer = setTimeout(read, againMs);
    };
    read();
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [instanceId, orderId, note, setOrder]);
  return { order, trouble, setOrder };
}

import type { Query } from "@tanstack/react-query";
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback, useLayoutEffect } from "react";

import type { CheckoutReason } from "@/components/payment/checkout-reasons";
import type { Refused } from "@/lib/platform/http/client";
import { terminalOrderQuery } from "@/lib/terminal/client";
import type { TerminalOrder } from "@/lib/terminal/rules.orders";

import { endSale, saleSessions } from "./sale/sale-session";

/** An order that was sold, as far as it is known; `trouble` is why it cannot be shown. */
export type FinishedOrder = {
  order: TerminalOrder | null;
  trouble: CheckoutReason | null;
  setOrder: (order: TerminalOrder) => void;
};

/** How often a server that does not answer is asked again, in ms. */
const againMs = 3000;

type OrderQuery = Query<TerminalOrder | null, Refused, TerminalOrder | null, readonly string[]>;

const isLost = ({ state }: OrderQuery) => state.error?.reason === "unreachable";

/** Reads an order until there is an answer. Once a sold one is here, the tablet forgets the sale that it was. */
export function useFinishedOrder(instanceId: string, orderId: string): FinishedOrder {
  const client = useQueryClient();
  const { data, error } = useQuery({
    ...terminalOrderQuery({ instanceId, orderId }),
    refetchInterval: (query) => (isLost(query) ? againMs : false),
    refetchOnWindowFocus: (query) => (isLost(query) ? "always" : false),
    refetchOnReconnect: (query) => (isLost(query) ? "always" : false),
  });
  const isSold = data?.status === "finalized" || data?.status === "refunded";
  useLayoutEffect(() => {
    if (isSold && saleSessions.read(instanceId).orderId === orderId) endSale(instanceId);
  }, [isSold, instanceId, orderId]);
  const setOrder = useCallback(
    (order: TerminalOrder) => client.setQueryData(terminalOrderQuery({ instanceId, orderId }).queryKey, order),
    [client, instanceId, orderId],
  );
  return { order: data ?? null, trouble: error?.reason ?? null, setOrder };
}

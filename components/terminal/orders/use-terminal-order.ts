"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useCallback } from "react";

import { isChanging } from "@/components/payment/order-state";
import { useConnection } from "@/components/terminal/shell/use-connection";
import type { CallRefusal } from "@/lib/platform/http/browser/fetch-json";
import type { TerminalOrderResult } from "@/lib/terminal/orders/client";
import { terminalOrderQuery } from "@/lib/terminal/orders/client";
import type { TerminalOrder } from "@/lib/terminal/orders/rules";

/** In ms. Short while the bank is asked or money is on its way. */
const pollIntervals = { changing: 3000, settled: 15_000 };

export type TerminalOrderState = {
  order: TerminalOrder | null;
  refusal: CallRefusal["reason"] | null;
  readAt: Date | null;
  /** Uses an action's answer, and reads again, because a read in progress is older. */
  accept: (answer: TerminalOrderResult) => void;
  refresh: () => void;
};

export function useTerminalOrder(instanceId: string, orderId: string): TerminalOrderState {
  const { isReachable } = useConnection();
  const client = useQueryClient();
  const { data, error, dataUpdatedAt, refetch } = useQuery({
    ...terminalOrderQuery({ instanceId, orderId }),
    enabled: isReachable,
    refetchInterval: ({ state }) =>
      state.data && !state.error && isChanging(state.data) ? pollIntervals.changing : pollIntervals.settled,
  });
  const accept = useCallback(
    (answer: TerminalOrderResult) => {
      if (answer.ok) client.setQueryData(terminalOrderQuery({ instanceId, orderId }).queryKey, answer.order);
      refetch();
    },
    [client, instanceId, orderId, refetch],
  );
  return {
    order: data ?? null,
    refusal: error?.reason ?? null,
    readAt: data ? new Date(dataUpdatedAt) : null,
    accept,
    refresh: refetch,
  };
}

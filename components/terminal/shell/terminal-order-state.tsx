"use client";

import { useTranslations } from "next-intl";
import type { OrderState } from "@/components/payment/order-state";
import { getOrderState } from "@/components/payment/order-state";
import type { BadgeTone } from "@/components/ui/badge";
import { Badge } from "@/components/ui/badge";
import { isBeingPaid } from "@/lib/orders/rules";
import type { TerminalOrder, TerminalOrderRow } from "@/lib/terminal/orders/rules";

/** Keys of `terminalOrders.states`. */
type TerminalState = Exclude<OrderState, "confirmed" | "asking"> | "paying" | "unknown";

type ListedOrder = Pick<TerminalOrderRow, "status" | "lastPayment" | "isPartlyRefunded">;

export function getRowState({ status, lastPayment, isPartlyRefunded }: ListedOrder): TerminalState {
  if (isPartlyRefunded) return "partly";
  if (status === "expired" && lastPayment === "missing") return "lapsed";
  if (status !== "reserved") return status;
  return lastPayment === "missing" || lastPayment === "declined" ? lastPayment : "reserved";
}

export function getDetailsState(order: TerminalOrder): TerminalState {
  const { status } = order;
  const state = getOrderState(order);
  if (isBeingPaid(status)) return status;
  return state === "confirmed" || state === "asking" ? "finalized" : state;
}

/** A web buyer decides alone, so an operator acts only if the buyer is at the counter. */
export function isWaitingForBuyer({ status, nextStep }: Pick<TerminalOrder, "status" | "nextStep">): boolean {
  return status === "reserved" && nextStep === "wait";
}

const openStates: readonly TerminalState[] = [
  "paying",
  "unknown",
  "missing",
  "declined",
  "reserved",
  "returning",
  "stuck",
];

function getTone(state: TerminalState): BadgeTone {
  if (state === "finalized" || state === "partly") return "positive";
  return openStates.includes(state) ? "warning" : "neutral";
}

export function StateMark({ state }: { state: TerminalState }) {
  const t = useTranslations("terminalOrders.states");
  return <Badge tone={getTone(state)}>{t(`${state}.title`)}</Badge>;
}

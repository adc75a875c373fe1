import type { LocalText } from "@/lib/local-text";
import type { OrderStatus } from "@/lib/orders/rules";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { PaymentMethod } from "@/lib/orders/rules.payment";

/** Reasons why staff should look at an order. The order's page offers the action that solves each. */
export const attentionKinds = ["email-undelivered", "refund-refused", "payment-unclear"] as const;

export type AttentionKind = (typeof attentionKinds)[number];

/** Filters of orders by state. `open` orders hold tickets but are not paid. `attention` is of any kind. */
export const orderStates = [
  ...(["all", "attention", ...attentionKinds] as const),
  ...(["open", "paid", "refunded", "cancelled", "expired"] as const),
] as const;

export type OrderState = (typeof orderStates)[number];

export function isAttentionState(state: OrderState): state is AttentionKind | "attention" {
  return state === "attention" || attentionKinds.some((kind) => kind === state);
}

/**
 * Reasons for exporting contact details. A closed list, because the sealed audit log keeps the reason and free text
 * could name a buyer.
 */
export const exportReasons = ["winners", "draw-changed", "refunds", "regulator", "other"] as const;

export const maxNoteLength = 1000;

export const exportAction = "orders-exported";

export type SearchKind = "email" | "validation-number" | "code" | "phone" | "ticket" | "name" | "last-four";

/** `amount` is in dollars, times in ISO. `device` is the device's name, null for the web. */
export type ConsoleOrderRow = {
  instanceId: string;
  timeZone: string;
  orderCode: string;
  status: OrderStatus;
  amount: number;
  tickets: number;
  placedAt: string;
  finalizedAt: string | null;
  buyer: MaskedBuyer | null;
  device: string | null;
  operator: string | null;
  method: PaymentMethod | null;
  isPartlyRefunded: boolean;
  isTest: boolean;
  attention: AttentionKind[];
  /** A valid ticket of the order was drawn. */
  isWinner: boolean;
};

/** A winning number that belongs to no order. `title` is of the draw or second draw that drew it. */
export type WinWithoutOrder = { ticketNumber: number; title: LocalText; prize: LocalText | null; isOnPaper: boolean };

/** `needsDraw` is true if the text was a ticket number or a name, which can be looked up only in a chosen draw. */
export type FoundOrders = {
  orders: ConsoleOrderRow[];
  winsWithoutOrder: WinWithoutOrder[];
  way: SearchKind | null;
  isMore: boolean;
  needsDraw: boolean;
};

/** The key of the order's status in the messages. */
export function getStatusKey({
  status,
  isPartlyRefunded,
}: Pick<ConsoleOrderRow, "status" | "isPartlyRefunded">): OrderStatus | "partlyRefunded" {
  return isPartlyRefunded ? "partlyRefunded" : status;
}

export type OrderPage = { orders: ConsoleOrderRow[]; nextCursor: string | null };

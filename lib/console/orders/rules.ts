import type { LocalText } from "@/lib/local-text";
import type { OrderStatus } from "@/lib/orders/rules";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { PaymentMethod } from "@/lib/orders/rules.payment";

/** Filters of orders by state. An `open` order holds tickets but is not paid. */
export const orderStates = ["all", "open", "paid", "refunded", "cancelled", "expired"] as const;

export type OrderState = (typeof orderStates)[number];

/** Why somebody needs contact details. The sealed audit log keeps it, so it is a choice and no text about a buyer. */
export const exportReasons = ["winners", "draw-changed", "refunds", "regulator", "other"] as const;

/** Characters of a note, at most. */
export const maxNoteLength = 1000;

/** Written to the chain of each draw whose orders were exported. */
export const exportAction = "orders-exported";

/** What kind of text led the search to the orders. */
export type SearchKind = "email" | "validation-number" | "code" | "phone" | "ticket" | "name" | "last-four";

/** `amount` is in dollars, times in ISO. `device` is a name, null on the web. */
export type ConsoleOrderRow = {
  instanceId: string;
  /** The draw's zone, in which the times are shown. */
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
};

/** A winning number that no order here has. `title` is of the draw or second draw that it won in. */
export type WinWithoutOrder = { ticketNumber: number; title: LocalText; prize: LocalText | null; isOnPaper: boolean };

/** `needsDraw` is true if the text was a ticket number or a name but no draw was chosen to look it up in. */
export type FoundOrders = {
  orders: ConsoleOrderRow[];
  winsWithoutOrder: WinWithoutOrder[];
  way: SearchKind | null;
  isMore: boolean;
  needsDraw: boolean;
};

/** The key of an order's status in the messages. */
export function getStatusKey({
  status,
  isPartlyRefunded,
}: Pick<ConsoleOrderRow, "status" | "isPartlyRefunded">): OrderStatus | "partlyRefunded" {
  return isPartlyRefunded ? "partlyRefunded" : status;
}

export type OrderPage = { orders: ConsoleOrderRow[]; nextCursor: string | null };

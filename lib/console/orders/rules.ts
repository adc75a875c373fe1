import type { OrderStatus } from "@/lib/orders/rules";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { PaymentMethod } from "@/lib/orders/rules.payment";

/** Filters of orders by state; `open` holds tickets without having paid for them. */
export const orderStates = ["all", "open", "paid", "refunded", "cancelled", "expired"] as const;

export type OrderState = (typeof orderStates)[number];

/** Why somebody needs contact details; in the audit log, which is sealed, so that it is no text about a buyer. */
export const exportReasons = ["winners", "draw-changed", "refunds", "regulator", "other"] as const;

/** In the chain of each draw whose orders were exported. */
export const exportAction = "orders-exported";

/** What led from what was typed to the orders. */
export type SearchWay = "email" | "validation-number" | "code" | "phone" | "ticket" | "name" | "last-four";

/** `amount` in dollars, times in ISO; `device` is a name, null on the web. */
export type ConsoleOrderRow = {
  instanceId: string;
  /** Of the draw, for the times. */
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

/** `needsDraw`: ticket numbers and names are looked up in one draw, and none was chosen. */
export type FoundOrders = { orders: ConsoleOrderRow[]; way: SearchWay | null; isMore: boolean; needsDraw: boolean };

export type OrderPage = { orders: ConsoleOrderRow[]; nextCursor: string | null };

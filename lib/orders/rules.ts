import type { Refusal } from "@/lib/platform/http/reasons";
import type { Language } from "@/lib/platform/i18n/routing";
import type { LastPaymentView, PaidCard, PaymentMethod } from "./rules.payment";

/** States of an order (docs/design.md, Order states). */
export type OrderStatus = "reserved" | "paying" | "unknown" | "finalized" | "expired" | "cancelled" | "refunded";

/**
 * Lifetime of a hold in ms, and how far it can be extended (docs/design.md, Holds: 15 minutes, 10 times, 60 minutes in
 * all).
 */
export const holdLimits = { lifeMs: 15 * 60_000, extensions: 10, totalMs: 60 * 60_000, perClient: 5 } as const;

/** At most this many attempts to pay one order (docs/design.md, Attempt limit). */
export const maximumAttempts = 10;

/** One line of an order as the browser sees it; `amount` in dollars. */
export type OrderLineView = {
  poolId: string;
  packageId: string;
  bundleId?: string;
  quantity: number;
  tickets: number;
  amount: number;
};

/** A contiguous range of numbers, both ends included. */
export type NumberRangeView = { poolId: string; first: number; last: number; void: boolean };

/**
 * Money refunded to the buyer: `amount` in dollars, times in ISO. `lines` counts the order's lines whose numbers become
 * void with it; 0 if the payment never got numbers. `isCash`: handed back at the point of sale.
 */
export type RefundView = {
  amount: number;
  state: "under-way" | "done" | "refused";
  lines: number;
  isCash: boolean;
  requestedAt: string;
  doneAt: string | null;
};

/** An order as its own address shows it (docs/design.md, Order answer); `amount` in dollars, instants in ISO. */
export type OrderView = {
  orderId: string;
  orderCode: string;
  instanceId: string;
  status: OrderStatus;
  amount: number;
  currency: "CAD";
  locale: Language;
  placedAt: string;
  expiresAt: string;
  finalizedAt: string | null;
  extensionsLeft: number;
  attemptsLeft: number;
  lines: OrderLineView[];
  numbers: NumberRangeView[];
  refunds: RefundView[];
  lastPayment: LastPaymentView | null;
  buyer: { name: string; maskedEmail: string } | null;
  /** Who bought it was erased. */
  isErased: boolean;
  /** The team, or whole group of teams, that its buyer plays for; null where none was chosen. */
  teamId: string | null;
  /** The tablet that sold it, by its short name; null on the web. */
  soldBy: string | null;
  /** How it was paid; null while it is not. */
  method: PaymentMethod | null;
  card: PaidCard | null;
  /** Proves the receipt; null unless the order is finalized. */
  validationNumber: string | null;
  isTest: boolean;
  /** What its address needs beside the id since its email was corrected. */
  addressSecret?: string;
};

/**
 * True while a payment of an order is in progress, or its outcome is unknown: nothing else may pay or end the order.
 */
export function isBeingPaid(status: OrderStatus): status is "paying" | "unknown" {
  return status === "paying" || status === "unknown";
}

/** The moment of sale (docs/design.md, Moment of sale); of an order that isn't sold, when it was placed. */
export function soldAtOf({
  lastPayment,
  finalizedAt,
  placedAt,
}: Pick<OrderView, "lastPayment" | "finalizedAt" | "placedAt">): Date {
  const sentAt = lastPayment?.state === "approved" ? lastPayment.sentAt : null;
  return new Date(sentAt ?? finalizedAt ?? placedAt);
}

/** The state of an order at `now`: a hold whose time is over has expired, even before the job has released it. */
export function statusAt({ status, expiresAt }: { status: OrderStatus; expiresAt: Date }, now: Date): OrderStatus {
  return status === "reserved" && expiresAt <= now ? "expired" : status;
}

/** How often a hold can still be extended. */
export function extensionsLeft(order: { extensions: number; placedAt: Date; expiresAt: Date }): number {
  const atLimit = order.expiresAt.getTime() >= order.placedAt.getTime() + holdLimits.totalMs;
  return atLimit ? 0 : Math.max(0, holdLimits.extensions - order.extensions);
}

/** Why an order that is not reserved cannot be paid, extended or cancelled. */
const statusReasons = {
  paying: "order-being-paid",
  unknown: "order-being-paid",
  finalized: "order-finalized",
  expired: "order-expired",
  cancelled: "order-cancelled",
  refunded: "order-refunded",
} as const;

type StatusReason = (typeof statusReasons)[keyof typeof statusReasons];

/** The refusal of an order that is not reserved, by its status. */
export type StatusRefusal = Refusal<StatusReason>;

export function refusalOfStatus(status: Exclude<OrderStatus, "reserved">): StatusReason {
  return statusReasons[status];
}

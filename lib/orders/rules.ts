import type { Refusal } from "@/lib/platform/http/reasons";
import type { Language } from "@/lib/platform/i18n/routing";
import type { LastPaymentView, PaidCard, PaymentMethod } from "./rules.payment";

/** `paying` and `unknown` wait for the bank and never expire (docs/design.md, Order states). */
export type OrderStatus = "reserved" | "paying" | "unknown" | "finalized" | "expired" | "cancelled" | "refunded";

/** A hold lasts 15 minutes, and 60 in all with its extensions (docs/design.md, Holds). */
export const holdLimits = {
  durationMs: 15 * 60_000,
  maxExtensions: 10,
  maxTotalMs: 60 * 60_000,
  maxPerClient: 5,
} as const;

/** Defined in docs/design.md, Attempt limit. */
export const maxAttempts = 10;

/** `amount` in dollars. */
export type OrderLineView = {
  poolId: string;
  packageId: string;
  bundleId?: string;
  quantity: number;
  tickets: number;
  amount: number;
};

/** Both ends are included. */
export type NumberRangeView = { poolId: string; first: number; last: number; void: boolean };

/**
 * `amount` is in dollars. `lines` is 0 for a payment that never got numbers. `isCash` if it was returned at the point
 * of sale.
 */
export type RefundView = {
  amount: number;
  state: "under-way" | "done" | "refused";
  lines: number;
  isCash: boolean;
  requestedAt: string;
  doneAt: string | null;
};

/** Defined in docs/design.md, Order answer. `amount` is in dollars, instants are in ISO 8601. */
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
  /** The buyer's personal data was erased. */
  isErased: boolean;
  /** The id of a team or of a whole group of teams. */
  teamId: string | null;
  /** The tablet's short name. Null on the web. */
  soldBy: string | null;
  /** Null until the order is paid. */
  method: PaymentMethod | null;
  card: PaidCard | null;
  /** Null unless the order is finalized. */
  validationNumber: string | null;
  isTest: boolean;
  /** Set once the email was corrected (docs/design.md, Secret order URLs). */
  addressSecret?: string;
};

/** A payment is in progress or its outcome is unknown, so no other call may pay or end the order. */
export function isBeingPaid(status: OrderStatus): status is "paying" | "unknown" {
  return status === "paying" || status === "unknown";
}

/** The moment of sale, or when the order was placed if it isn't sold (docs/design.md, Moment of sale). */
export function getSaleTime({
  lastPayment,
  finalizedAt,
  placedAt,
}: Pick<OrderView, "lastPayment" | "finalizedAt" | "placedAt">): Date {
  const sentAt = lastPayment?.state === "approved" ? lastPayment.sentAt : null;
  return new Date(sentAt ?? finalizedAt ?? placedAt);
}

/** A hold expires on time, even if the job hasn't released it yet. */
export function getStatusAt({ status, expiresAt }: { status: OrderStatus; expiresAt: Date }, now: Date): OrderStatus {
  return status === "reserved" && expiresAt <= now ? "expired" : status;
}

export function countExtensionsLeft(order: { extensions: number; placedAt: Date; expiresAt: Date }): number {
  const atLimit = order.expiresAt.getTime() >= order.placedAt.getTime() + holdLimits.maxTotalMs;
  return atLimit ? 0 : Math.max(0, holdLimits.maxExtensions - order.extensions);
}

const statusReasons = {
  paying: "order-being-paid",
  unknown: "order-being-paid",
  finalized: "order-finalized",
  expired: "order-expired",
  cancelled: "order-cancelled",
  refunded: "order-refunded",
} as const;

type StatusReason = (typeof statusReasons)[keyof typeof statusReasons];

export type StatusRefusal = Refusal<StatusReason>;

export function getStatusRefusal(status: Exclude<OrderStatus, "reserved">): StatusReason {
  return statusReasons[status];
}

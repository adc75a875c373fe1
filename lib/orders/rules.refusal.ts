import type { RefusalReason } from "@/lib/platform/http/reasons";

import type { OrderStatus } from "./rules";

/** Why an order that is not reserved cannot be paid, extended or cancelled. */
export function refusalOfStatus(status: Exclude<OrderStatus, "reserved">): RefusalReason {
  const reasons = {
    paying: "order-being-paid",
    unknown: "order-being-paid",
    finalized: "order-finalized",
    expired: "order-expired",
    cancelled: "order-cancelled",
    refunded: "order-refunded",
  } as const;
  return reasons[status];
}

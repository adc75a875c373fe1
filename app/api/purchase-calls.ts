import type { CallHandlers } from "@/lib/platform/http/respond-to-calls";

import { POST as payByApplePay } from "./bambora/processApplePayPayment/route";
import { POST as payByCard } from "./bambora/processPayment/route";
import { POST as placeOrder } from "./orders/route";

/**
 * Called directly by the guard, bypassing Next's routing, which costs 1.4 ms a call (docs/decisions/052). Must not use
 * Next's request APIs.
 */
export const purchaseCalls: CallHandlers = {
  "/api/orders": placeOrder,
  "/api/bambora/processPayment": payByCard,
  "/api/bambora/processApplePayPayment": payByApplePay,
};

import type { CallHandlers } from "@/lib/platform/http/respond-to-calls";

import { POST as payByApplePay } from "./bambora/processApplePayPayment/route";
import { POST as payByCard } from "./bambora/processPayment/route";
import { POST as placeOrder } from "./orders/route";

/** Called without Next, because buyers are waiting (docs/decisions/052). */
export const purchaseCalls: CallHandlers = {
  "/api/orders": placeOrder,
  "/api/bambora/processPayment": payByCard,
  "/api/bambora/processApplePayPayment": payByApplePay,
};

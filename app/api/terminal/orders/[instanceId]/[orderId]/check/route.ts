import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderAction } from "@/app/api/terminal/orders/handle-order-action";
import { checkOutcome } from "@/lib/payments/reconcile/check-outcome";

export const POST = handleOrderAction(checkOutcome);

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/check");

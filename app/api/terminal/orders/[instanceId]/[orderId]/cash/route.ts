import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleOrderActionWithBody } from "@/app/api/terminal/orders/handle-order-action";
import { toCents } from "@/lib/money";
import { settleCash } from "@/lib/payments/settle/settle-cash";
import { readInput } from "@/lib/platform/http/read-json";
import { cashSchema } from "@/lib/terminal/orders/schema";

export const POST = handleOrderActionWithBody(async (ctx, key, request) => {
  const input = await readInput(request, cashSchema);
  if (!input.ok) return input;
  const { given } = input.value;
  return settleCash(ctx, key, { givenCents: given && toCents(given) });
});

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]/cash");

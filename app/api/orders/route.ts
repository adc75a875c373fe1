import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { placeOrderSchema } from "@/lib/orders/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { readIdempotencyKey } from "@/lib/platform/http/request-headers";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleWriteWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(request, async (call) => {
    const key = readIdempotencyKey(request.headers);
    if (!key.ok) return key;
    const input = await readInput(request, placeOrderSchema);
    if (!input.ok) return input;
    const place = async ({ ctx }: Call): Promise<ApiResult> => {
      const result = await placeOrder(ctx, input.value, key.value);
      return result.ok ? { ok: true, status: 201, body: { order: result.order } } : result;
    };
    return input.value.atTerminal ? asDevice(place)(call) : place(call);
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/orders");

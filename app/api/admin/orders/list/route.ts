import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listOrders } from "@/lib/console/orders/list-orders";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  const list = async ({ ctx }: Call): Promise<ApiResult> => {
    const result = await listOrders(ctx, Object.fromEntries(new URL(request.url).searchParams));
    return result.ok ? { ok: true, body: { orders: result.orders, nextCursor: result.nextCursor } } : result;
  };
  return handleAdminRead(request, list);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/orders/list");

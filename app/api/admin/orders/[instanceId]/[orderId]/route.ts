import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewOrder } from "@/lib/console/orders/view-order";
import { findOrderKey } from "@/lib/orders/find-order-key";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleAdminRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const named = await params;
  const view = async ({ ctx }: Call): Promise<ApiResult> => {
    const result = await viewOrder(ctx, await findOrderKey(ctx, named));
    return result.ok ? { ok: true, body: { order: result.order } } : result;
  };
  return handleAdminRead(request, view);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]");

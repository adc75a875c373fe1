import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { hidePurchase } from "@/lib/activity/hide-purchase";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await hidePurchase(ctx, key);
    if (!result.ok) return result;
    refreshPages(key.instanceId);
    return { ok: true, body: { order: result.order } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/hide");

import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readOrder } from "@/lib/orders/read-order";
import { readJson } from "@/lib/platform/http/read-json";
import { requestRefund } from "@/lib/refunds/request-refund";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const refund = await requestRefund(ctx, key, json.value);
    if (!refund.ok) return refund;
    const isDone = refund.outcome === "refunded";
    if (isDone) refreshPages(key.instanceId);
    const result = await readOrder(ctx, key);
    if (!result.ok) return result;
    return { ok: true, status: isDone ? 200 : 202, body: { outcome: refund.outcome, order: result.order } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/refund");

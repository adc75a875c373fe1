import { answerOrder } from "@/app/api/orders/answer-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { settleByHand } from "@/lib/payments/reconcile/settle-by-hand";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    return answerOrder(ctx, key, await settleByHand(ctx, key, json.value));
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/settle");

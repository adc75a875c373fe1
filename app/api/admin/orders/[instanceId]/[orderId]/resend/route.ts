import { answerOrder } from "@/app/api/orders/answer-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { resendReceipt } from "@/lib/receipts/reprint-receipt";
import { refuseAdmin } from "@/lib/refuse-admin";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const refusal = refuseAdmin(ctx.actor, "orders");
    if (refusal) return refusal;
    return answerOrder(ctx, key, await resendReceipt(ctx, key));
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/resend");

import { answerOrder } from "@/app/api/orders/answer-order";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => {
    if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
    return answerOrder(ctx, key, await resendReceipt(ctx, key));
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

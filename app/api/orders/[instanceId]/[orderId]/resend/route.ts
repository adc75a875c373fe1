import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { handleWrite } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleWrite(request, async ({ ctx }) => {
    const sent = await resendReceipt(ctx, key);
    return sent.ok ? { ok: true, body: { order: sent.order } } : sent;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { findPendingPayment } from "@/lib/payments/pay/find-pending-payment";
import { handleOwnRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleOwnRead(request, async ({ ctx }) => {
    const { payment } = await findPendingPayment(ctx, id);
    return { ok: true, body: { payment } };
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/draws/[id]/open-payment");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { refundLostPayment } from "@/lib/reconciliation/refund-lost-payment";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ number: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { number } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const refund = await refundLostPayment(ctx, number);
    if (!refund.ok) return refund;
    const { outcome, amountCents } = refund;
    return { ok: true, status: outcome === "refunded" ? 200 : 202, body: { outcome, amountCents } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/payments/[number]/refund");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asVerifier } from "@/app/api/verification/as-verifier";
import { refundVerification } from "@/lib/verification/refund-verification";
import { handleWrite } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderNumber: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { instanceId: drawId, orderNumber: gatewayOrderNumber } = await params;
  return handleWrite(
    request,
    asVerifier(async ({ ctx }) => {
      const result = await refundVerification(ctx, { drawId, gatewayOrderNumber });
      if (!result.ok) return result;
      const { payment } = result;
      return { ok: true, status: payment.refund?.state === "done" ? 200 : 202, body: { payment } };
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods(
  "/api/verification/payments/[instanceId]/[orderNumber]/refund",
);

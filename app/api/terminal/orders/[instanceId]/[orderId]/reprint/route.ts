import { asDevice } from "@/app/api/terminal/as-device";
import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { handleWrite } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { reprintReceipt } from "@/lib/orders/reprint-receipt";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleWrite(
    request,
    asDevice(async ({ ctx }) => answerOrder(ctx, key, await reprintReceipt(ctx, key))),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

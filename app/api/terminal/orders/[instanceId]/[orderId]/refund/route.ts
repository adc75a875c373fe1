import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { asDevice } from "@/app/api/terminal/as-device";
import { answerOrder } from "@/app/api/terminal/orders/answer-order";
import { handleWrite } from "@/lib/http/handle-call";
import { readJson } from "@/lib/http/read-json";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { requestRefund } from "@/lib/orders/request-refund";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleWrite(
    request,
    asDevice(async ({ ctx }) => {
      const json = await readJson(request);
      if (!json.ok) return json;
      const refund = await requestRefund(ctx, key, json.value);
      if (refund.ok && refund.outcome === "refunded") refreshPages(key.instanceId);
      return answerOrder(ctx, key, refund);
    }),
  );
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

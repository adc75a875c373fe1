import { answerOrder } from "@/app/api/orders/answer-order";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { cancelAsAdmin } from "@/lib/orders/holds/cancel-order";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdmin(request, async ({ ctx }) => answerOrder(ctx, key, await cancelAsAdmin(ctx, key)));
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/cancel");

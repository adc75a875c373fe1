import { extendOrder } from "@/lib/orders/extend-order";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { handleWrite } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleWrite(request, async ({ ctx }) => {
    const changed = await extendOrder(ctx, key);
    return changed.ok ? { ok: true, body: { order: changed.order } } : changed;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

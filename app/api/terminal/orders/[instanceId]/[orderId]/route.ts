import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import { viewOrder } from "@/lib/terminal/orders/view-order";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  const view = asDevice(async ({ ctx }) => {
    const result = await viewOrder(ctx, key);
    return result.ok ? { ok: true, body: { order: result.order } } : result;
  });
  return handleRead(request, view);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/orders/[instanceId]/[orderId]");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readOrder } from "@/lib/orders/read-order";
import { parseOrderKey } from "@/lib/orders/rules.identity";
import { handleRead } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const key = parseOrderKey(await params);
  return handleRead(request, async ({ ctx }) => {
    const result = await readOrder(ctx, key);
    return result.ok ? { ok: true, body: { order: result.order } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/orders/[instanceId]/[orderId]");

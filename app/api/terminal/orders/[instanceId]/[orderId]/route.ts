import { asDevice } from "@/app/api/terminal/as-device";
import { handleRead } from "@/lib/platform/http/handle-call";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { viewOrder } from "@/lib/terminal/view-order";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  const view = asDevice(async ({ ctx }) => {
    const viewed = await viewOrder(ctx, key);
    return viewed.ok ? { ok: true, body: { order: viewed.order } } : viewed;
  });
  return handleRead(request, view);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");

import { asDevice } from "@/app/api/terminal/as-device";
import { handleRead } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { listOrders } from "@/lib/terminal/list-orders";

export function GET(request: Request): Promise<Response> {
  const list = asDevice(async ({ ctx }) => {
    const listed = await listOrders(ctx, Object.fromEntries(new URL(request.url).searchParams));
    return listed.ok ? { ok: true, body: { orders: listed.orders, nextCursor: listed.nextCursor } } : listed;
  });
  return handleRead(request, list);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");

import { asDevice } from "@/app/api/terminal/as-device";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { listSales } from "@/lib/terminal/list-sales";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const listed = await listSales(ctx);
      return listed.ok ? { ok: true, body: { orders: listed.orders } } : listed;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");

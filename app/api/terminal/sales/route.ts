import { refuseMethods } from "@/app/api/routes/table";
import { asDevice } from "@/app/api/terminal/as-device";
import { listSales } from "@/lib/terminal/orders/list-orders";
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

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/sales");

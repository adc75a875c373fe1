import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import { listSales } from "@/lib/terminal/orders/list-sales";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const result = await listSales(ctx);
      return result.ok ? { ok: true, body: { orders: result.orders } } : result;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/sales");

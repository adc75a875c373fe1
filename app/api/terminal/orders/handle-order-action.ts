import { asDevice } from "@/app/api/terminal/as-device";
import type { Context } from "@/lib/context";
import type { OrderKey } from "@/lib/orders/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import { viewOrder } from "@/lib/terminal/orders/view-order";
import { handleWrite, handleWriteWithBody } from "@/lib/wiring/handle-call";

type ActionResult = { ok: true; copy?: number } | Refusal;
type OrderAction = (ctx: Context, key: OrderKey, request: Request) => Promise<ActionResult>;
type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export function handleOrderAction(action: OrderAction, handle: typeof handleWrite = handleWrite) {
  return async (request: Request, { params }: Props): Promise<Response> => {
    const key = await params;
    return handle(
      request,
      asDevice(async ({ ctx }) => {
        const result = await action(ctx, key, request);
        if (!result.ok) return result;
        const view = await viewOrder(ctx, key);
        if (!view.ok) return view;
        const { copy } = result;
        return { ok: true, body: { order: view.order, ...(copy === undefined ? {} : { copy }) } };
      }),
    );
  };
}

export function handleOrderActionWithBody(action: OrderAction) {
  return handleOrderAction(action, handleWriteWithBody);
}

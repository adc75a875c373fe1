import type { Context } from "@/lib/context";
import { readOrder } from "@/lib/orders/read-order";
import { parseOrderKey } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { ApiResult } from "@/lib/platform/http/respond";
import { handleWrite } from "@/lib/wiring/handle-call";

type ActionResult = { ok: true } | Refusal;
type Props = { params: Promise<OrderKey> };

export async function respondWithOrder(ctx: Context, key: OrderKey, outcome: ActionResult): Promise<ApiResult> {
  if (!outcome.ok) return outcome;
  const result = await readOrder(ctx, key);
  return result.ok ? { ok: true, body: { order: result.order } } : result;
}

export function handleOrder(action: (ctx: Context, key: OrderKey) => Promise<ActionResult>) {
  return async (request: Request, { params }: Props): Promise<Response> => {
    const key = parseOrderKey(await params);
    return handleWrite(request, async ({ ctx }) => respondWithOrder(ctx, key, await action(ctx, key)));
  };
}

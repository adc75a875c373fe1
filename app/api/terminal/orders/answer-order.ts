import type { Context } from "@/lib/context";
import type { Answer } from "@/lib/http/handle-call";
import type { Refusal } from "@/lib/http/reasons";
import type { OrderKey } from "@/lib/orders/read-order";
import { viewOrder } from "@/lib/terminal/view-order";

/** What an operator is answered whose work on an order is done: the order as it now is, or why nothing was done. */
export async function answerOrder(ctx: Context, key: OrderKey, done: { ok: true } | Refusal): Promise<Answer> {
  if (!done.ok) return done;
  const viewed = await viewOrder(ctx, key);
  return viewed.ok ? { ok: true, body: { order: viewed.order } } : viewed;
}

import type { Context } from "@/lib/context";
import { findOrderKey } from "@/lib/orders/find-order-key";
import { readOrderAsAdmin } from "@/lib/orders/read-order";
import type { OrderKey } from "@/lib/orders/schema";
import { readJson } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { ApiResult } from "@/lib/platform/http/respond";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

type Handler = (request: Request, props: Props) => Promise<Response>;

/** The path names the order by code or by id. */
export function orderCall(work: (ctx: Context, key: OrderKey) => Promise<ApiResult>): Handler {
  return async (request, { params }) => {
    const named = await params;
    return handleAdmin(request, async ({ ctx }) => work(ctx, await findOrderKey(ctx, named)));
  };
}

export function orderCallWithBody(work: (ctx: Context, key: OrderKey, body: unknown) => Promise<ApiResult>): Handler {
  return async (request, { params }) => {
    const named = await params;
    return handleAdminWithBody(request, async ({ ctx }) => {
      const json = await readJson(request);
      return json.ok ? work(ctx, await findOrderKey(ctx, named), json.value) : json;
    });
  };
}

export async function respondWithOrder(
  ctx: Context,
  key: OrderKey,
  outcome: { ok: true } | Refusal,
): Promise<ApiResult> {
  if (!outcome.ok) return outcome;
  const result = await readOrderAsAdmin(ctx, key);
  return result.ok ? { ok: true, body: { order: result.order } } : result;
}

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import type { Context } from "@/lib/context";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import { listOrders } from "@/lib/terminal/orders/list-orders";
import { handleRead, handleWriteWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  const input = Object.fromEntries(new URL(request.url).searchParams);
  return handleRead(
    request,
    asDevice(({ ctx }) => respondWithList(ctx, input)),
  );
}

/** Lists like the other method, for search terms such as email addresses, which must not be in a URL. */
export function POST(request: Request): Promise<Response> {
  return handleWriteWithBody(
    request,
    asDevice(async ({ ctx }) => {
      const json = await readJson(request);
      return json.ok ? respondWithList(ctx, json.value) : json;
    }),
    "reads",
  );
}

async function respondWithList(ctx: Context, input: unknown): Promise<ApiResult> {
  const result = await listOrders(ctx, input);
  if (!result.ok) return result;
  const { orders, nextCursor, listsOthers } = result;
  return { ok: true, body: { orders, nextCursor, listsOthers } };
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/terminal/orders");

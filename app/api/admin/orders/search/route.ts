import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { searchOrders } from "@/lib/console/orders/search-orders";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  const search = async ({ ctx }: Call): Promise<ApiResult> => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await searchOrders(ctx, json.value);
    if (!result.ok) return result;
    const { ok: _ok, ...body } = result;
    return { ok: true, body };
  };
  return handleAdminWithBody(request, search, "reads");
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/search");

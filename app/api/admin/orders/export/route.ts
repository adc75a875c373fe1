import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { exportOrders } from "@/lib/console/orders/export-orders";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  const download = async ({ ctx }: Call): Promise<ApiResult> => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await exportOrders(ctx, json.value);
    return result.ok
      ? { ok: true, download: result.text, type: "text/csv; charset=utf-8", name: "orders.csv" }
      : result;
  };
  return handleAdminWithBody(request, download, "jobs");
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/export");

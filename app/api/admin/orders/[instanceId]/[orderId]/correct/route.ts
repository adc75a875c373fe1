import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readJson } from "@/lib/platform/http/read-json";
import { correctBuyer } from "@/lib/privacy/correct-buyer";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ instanceId: string; orderId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const key = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await correctBuyer(ctx, key, json.value);
    if (!result.ok) return result;
    refreshPages(key.instanceId);
    return { ok: true, body: { corrected: result.corrected, isMailed: result.isMailed } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/orders/[instanceId]/[orderId]/correct");

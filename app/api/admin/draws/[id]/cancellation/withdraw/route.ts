import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { withdrawCancellation } from "@/lib/draws/cancel/approve-cancellation";
import { readJson } from "@/lib/platform/http/read-json";
import { viewCancellation } from "@/lib/refunds/view-cancellation";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await withdrawCancellation(ctx, id, json.value);
    if (!result.ok) return result;
    const view = await viewCancellation(ctx, id);
    return view.ok ? { ok: true, body: view.cancellation } : view;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/cancellation/withdraw");

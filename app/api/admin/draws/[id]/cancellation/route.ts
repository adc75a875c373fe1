import { refuseMethods } from "@/app/api/routes/refuse-methods";
import type { Context } from "@/lib/context";
import { proposeCancellation } from "@/lib/draws/cancel/propose-cancellation";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import { viewCancellation } from "@/lib/refunds/view-cancellation";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminRead(request, ({ ctx }) => respond(ctx, id));
}

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await proposeCancellation(ctx, id, json.value);
    return result.ok ? respond(ctx, id) : result;
  });
}

async function respond(ctx: Context, id: string): Promise<ApiResult> {
  const view = await viewCancellation(ctx, id);
  return view.ok ? { ok: true, body: view.cancellation } : view;
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/cancellation");

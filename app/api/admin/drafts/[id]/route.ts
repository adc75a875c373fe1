import { refuseMethods } from "@/app/api/routes/refuse-methods";
import type { Context } from "@/lib/context";
import { saveDraft } from "@/lib/drafts/save-draft";
import { viewDraft } from "@/lib/drafts/view-draft";
import { readJson } from "@/lib/platform/http/read-json";
import type { ApiResult } from "@/lib/platform/http/respond";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function GET(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminRead(request, ({ ctx }) => respondWithDraft(ctx, id));
}

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const saved = await saveDraft(ctx, id, json.value);
    return saved.ok ? respondWithDraft(ctx, id) : saved;
  });
}

async function respondWithDraft(ctx: Context, id: string): Promise<ApiResult> {
  const result = await viewDraft(ctx, id);
  return result.ok ? { ok: true, body: result.view } : result;
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/drafts/[id]");

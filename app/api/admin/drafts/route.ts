import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { createDraft } from "@/lib/drafts/create-draft";
import { listAdminDrafts, viewDraft } from "@/lib/drafts/view-draft";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listAdminDrafts(ctx);
    return result.ok ? { ok: true, body: { drafts: result.drafts } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const created = await createDraft(ctx, json.value);
    if (!created.ok) return created;
    const result = await viewDraft(ctx, created.drawId);
    return result.ok ? { ok: true, status: 201, body: result.view } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/drafts");

import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { publishDraft } from "@/lib/drafts/publish-draft";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await publishDraft(ctx, id, json.value);
    if (!result.ok) return result;
    refreshPages(id);
    return { ok: true, body: {} };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/drafts/[id]/publish");

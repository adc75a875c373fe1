import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { changeCredentials } from "@/lib/drafts/change-credentials";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ id: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { id } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await changeCredentials(ctx, id, json.value);
    return result.ok ? { ok: true, body: {} } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/draws/[id]/credentials");

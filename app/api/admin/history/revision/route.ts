import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewRevision } from "@/lib/history/view-revision";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await viewRevision(ctx, Object.fromEntries(new URL(request.url).searchParams));
    if (!result.ok) return result;
    const { ok: _ok, ...revision } = result;
    return { ok: true, body: revision };
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/history/revision");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listHistory } from "@/lib/history/list-history";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listHistory(ctx, Object.fromEntries(new URL(request.url).searchParams));
    if (!result.ok) return result;
    const { ok: _ok, ...page } = result;
    return { ok: true, body: page };
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/history");

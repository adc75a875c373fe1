import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listHistory } from "@/lib/history/list-history";
import type { Answer } from "@/lib/platform/http/respond";
import type { Call } from "@/lib/wiring/handle-call";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  const list = async ({ ctx }: Call): Promise<Answer> => {
    const result = await listHistory(ctx, Object.fromEntries(new URL(request.url).searchParams));
    if (!result.ok) return result;
    const { ok: _ok, ...page } = result;
    return { ok: true, body: page };
  };
  return handleAdmin(request, list, "reads");
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/history");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { handleAdmin } from "@/lib/wiring/handle-call";
import { listAmbiguousDraws } from "@/lib/zones/list-ambiguous-draws";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await listAmbiguousDraws(ctx);
    return result.ok ? { ok: true, body: { draws: result.draws } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/draws/zones");

import { refuseMethods } from "@/app/api/routes/table";
import { handleAdmin } from "@/lib/wiring/handle-call";
import { listAmbiguousDraws } from "@/lib/zones/choose-reading";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const listed = await listAmbiguousDraws(ctx);
    return listed.ok ? { ok: true, body: { draws: listed.draws } } : listed;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/draws/zones");

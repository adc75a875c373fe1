import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { checkSeal } from "@/lib/history/check-seal";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await checkSeal(ctx, Object.fromEntries(new URL(request.url).searchParams));
    if (!result.ok) return result;
    const { ok: _ok, ...check } = result;
    return { ok: true, body: check };
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/history/seal");

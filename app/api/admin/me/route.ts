import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewCurrentAdmin } from "@/lib/people/sessions/view-current-admin";
import { handleAdminRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await viewCurrentAdmin(ctx);
    return result.ok ? { ok: true, body: result } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/me");

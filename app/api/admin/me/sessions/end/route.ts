import { toSignOutResult } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { endOwnSessions } from "@/lib/people/sessions/end-own-sessions";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await endOwnSessions(ctx, null);
    return result.ok ? toSignOutResult() : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/sessions/end");

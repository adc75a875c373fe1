import { readSession, toSignOutResult } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { endSession } from "@/lib/people/sessions/end-session";
import { handleConsole } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleConsole(request, async ({ ctx }) => {
    await endSession(ctx, readSession(request));
    return toSignOutResult();
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/sign-out");

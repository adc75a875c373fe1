import { readBrowser } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { signInSchema } from "@/lib/people/schema";
import { confirmSession } from "@/lib/people/sessions/confirm-session";
import { readInput } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, signInSchema);
    if (!input.ok) return input;
    const result = await confirmSession(ctx, input.value.credential, readBrowser(request));
    return result.ok ? { ok: true, body: { freshUntil: result.freshUntil } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/confirm");

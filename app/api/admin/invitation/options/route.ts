import { readBrowser } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { openInvitation } from "@/lib/people/invitations/open-invitation";
import { openInvitationSchema } from "@/lib/people/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { handleConsoleWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleConsoleWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, openInvitationSchema);
    if (!input.ok) return input;
    const result = await openInvitation(ctx, input.value.code, readBrowser(request));
    return result.ok ? { ok: true, body: { options: result.options, person: result.person } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/invitation/options");

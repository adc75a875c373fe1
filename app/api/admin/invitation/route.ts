import { readBrowser, toSignInResult } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { acceptInvitation } from "@/lib/people/invitations/accept-invitation";
import { acceptInvitationSchema } from "@/lib/people/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { handleConsoleWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleConsoleWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, acceptInvitationSchema);
    if (!input.ok) return input;
    const result = await acceptInvitation(ctx, input.value, readBrowser(request));
    return result.ok ? toSignInResult(result) : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/invitation");

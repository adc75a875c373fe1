import { readBrowser, toSignInResult } from "@/app/api/admin/console-browser";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { signInSchema } from "@/lib/people/schema";
import { openSession } from "@/lib/people/sessions/open-session";
import { readInput } from "@/lib/platform/http/read-json";
import { handleConsoleWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleConsoleWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, signInSchema);
    if (!input.ok) return input;
    const result = await openSession(ctx, input.value.credential, readBrowser(request));
    return result.ok ? toSignInResult(result) : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/sign-in");

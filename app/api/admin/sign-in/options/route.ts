import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { requestSignature } from "@/lib/people/passkeys/request-signature";
import { handleConsole } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleConsole(request, async ({ ctx }) => {
    const result = await requestSignature(ctx);
    return result.ok ? { ok: true, body: { options: result.options } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/sign-in/options");

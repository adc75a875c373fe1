import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { requestPasskey } from "@/lib/people/passkeys/request-passkey";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await requestPasskey(ctx);
    return result.ok ? { ok: true, body: { options: result.options } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/passkeys/options");

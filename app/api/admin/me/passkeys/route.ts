import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { registerPasskey } from "@/lib/people/passkeys/register-passkey";
import { addPasskeySchema } from "@/lib/people/schema";
import { readInput } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const input = await readInput(request, addPasskeySchema);
    if (!input.ok) return input;
    const result = await registerPasskey(ctx, input.value);
    return result.ok ? { ok: true, status: 201, body: {} } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/passkeys");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { removePasskey } from "@/lib/people/passkeys/remove-passkey";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ credentialId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { credentialId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await removePasskey(ctx, credentialId);
    return result.ok ? { ok: true, body: {} } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/me/passkeys/[credentialId]/remove");

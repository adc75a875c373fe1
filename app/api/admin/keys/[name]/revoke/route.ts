import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { revokeAdminKey } from "@/lib/keys/revoke-admin-key";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ name: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { name } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await revokeAdminKey(ctx, name);
    return result.ok ? { ok: true, body: { adminKey: result.adminKey } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/keys/[name]/revoke");

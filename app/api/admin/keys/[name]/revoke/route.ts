import { refuseMethods } from "@/app/api/routes/table";
import { revokeAdminKey } from "@/lib/keys/create-admin-key";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ name: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { name } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const done = await revokeAdminKey(ctx, name);
    return done.ok ? { ok: true, body: { adminKey: done.adminKey } } : done;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/keys/[name]/revoke");

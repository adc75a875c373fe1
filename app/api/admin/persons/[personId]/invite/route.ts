import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { inviteAgain } from "@/lib/people/invitations/invite-again";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ personId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { personId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await inviteAgain(ctx, personId);
    if (!result.ok) return result;
    const { ok: _ok, ...invited } = result;
    return { ok: true, body: invited };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/persons/[personId]/invite");

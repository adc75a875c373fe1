import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { revokePerson } from "@/lib/people/revoke-person";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ personId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { personId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await revokePerson(ctx, personId);
    if (!result.ok) return result;
    return { ok: true, body: { person: result.person } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/persons/[personId]/revoke");

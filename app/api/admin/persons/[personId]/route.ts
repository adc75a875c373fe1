import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { changePerson } from "@/lib/people/change-person";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ personId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { personId } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await changePerson(ctx, personId, json.value);
    return result.ok ? { ok: true, body: { person: result.person } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/persons/[personId]");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { invitePerson } from "@/lib/people/invitations/invite-person";
import { listPersons } from "@/lib/people/list-persons";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listPersons(ctx);
    return result.ok ? { ok: true, body: { persons: result.persons } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await invitePerson(ctx, json.value);
    if (!result.ok) return result;
    const { ok: _ok, ...invited } = result;
    return { ok: true, status: 201, body: invited };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/persons");

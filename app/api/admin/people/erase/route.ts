import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readJson } from "@/lib/platform/http/read-json";
import { erasePerson } from "@/lib/privacy/erase-person";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const person = await erasePerson(ctx, json.value);
    if (!person.ok) return person;
    const { erased, kept, unfinished, access } = person;
    for (const drawId of new Set(erased.map((order) => order.drawId))) refreshPages(drawId);
    return { ok: true, body: { erased, kept, unfinished, access } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/people/erase");

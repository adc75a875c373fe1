import { refreshPages } from "@/app/api/admin/draws/refresh-pages";
import { readJson } from "@/lib/platform/http/read-json";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { erasePerson } from "@/lib/privacy/erase-person";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const person = await erasePerson(ctx, json.value);
    if (!person.ok) return person;
    for (const drawId of new Set(person.erased.map((order) => order.drawId))) refreshPages(drawId);
    return { ok: true, body: { erased: person.erased, kept: person.kept } };
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

import { refuseMethods } from "@/app/api/routes/table";
import { createAdminKey, listAdminKeys } from "@/lib/keys/create-admin-key";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const listed = await listAdminKeys(ctx);
    return listed.ok ? { ok: true, body: { adminKeys: listed.adminKeys } } : listed;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const created = await createAdminKey(ctx, json.value);
    if (!created.ok) return created;
    return { ok: true, status: 201, body: { key: created.key, adminKey: created.adminKey } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/keys");

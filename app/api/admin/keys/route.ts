import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { createAdminKey } from "@/lib/keys/create-admin-key";
import { listAdminKeys } from "@/lib/keys/list-admin-keys";
import { readJson } from "@/lib/platform/http/read-json";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await listAdminKeys(ctx);
    return result.ok ? { ok: true, body: { adminKeys: result.adminKeys } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await createAdminKey(ctx, json.value);
    if (!result.ok) return result;
    return { ok: true, status: 201, body: { key: result.key, adminKey: result.adminKey } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/keys");

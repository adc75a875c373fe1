import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readJson } from "@/lib/platform/http/read-json";
import { createDevice } from "@/lib/terminal/device/create-device";
import { listDeviceSales } from "@/lib/terminal/summary/list-device-sales";
import { handleAdminRead, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdminRead(request, async ({ ctx }) => {
    const result = await listDeviceSales(ctx, new URL(request.url).searchParams.get("parentId"));
    return result.ok ? { ok: true, body: { devices: result.devices } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await createDevice(ctx, json.value);
    if (!result.ok) return result;
    const { device, code, link } = result;
    return { ok: true, status: 201, body: { device, code, link } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices");

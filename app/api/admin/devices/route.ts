import { refuseMethods } from "@/app/api/routes/table";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { refuseAdmin } from "@/lib/refuse-admin";
import { createDevice } from "@/lib/terminal/device/change-device";
import { listDevices } from "@/lib/terminal/device/list-devices";
import { createDeviceSchema } from "@/lib/terminal/device/schema";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const listed = await listDevices(ctx, new URL(request.url).searchParams.get("parentId"));
    return listed.ok ? { ok: true, body: { devices: listed.devices } } : listed;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const refused = refuseAdmin(ctx.actor, "devices");
    if (refused) return refused;
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(createDeviceSchema, json.value);
    if (!input.ok) return input;
    const created = await createDevice(ctx, input.value);
    if (!created.ok) return created;
    const { device, code, link } = created;
    return { ok: true, status: 201, body: { device, code, link } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices");

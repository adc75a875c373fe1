import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readInput } from "@/lib/platform/http/read-json";
import { refuseAdmin } from "@/lib/refuse-admin";
import { createDevice } from "@/lib/terminal/device/change-device";
import { listDevices } from "@/lib/terminal/device/list-devices";
import { createDeviceSchema } from "@/lib/terminal/device/schema";
import { handleAdmin, handleAdminWithBody } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await listDevices(ctx, new URL(request.url).searchParams.get("parentId"));
    return result.ok ? { ok: true, body: { devices: result.devices } } : result;
  });
}

export function POST(request: Request): Promise<Response> {
  return handleAdminWithBody(request, async ({ ctx }) => {
    const refusal = refuseAdmin(ctx.actor, "devices");
    if (refusal) return refusal;
    const input = await readInput(request, createDeviceSchema);
    if (!input.ok) return input;
    const result = await createDevice(ctx, input.value);
    if (!result.ok) return result;
    const { device, code, link } = result;
    return { ok: true, status: 201, body: { device, code, link } };
  });
}

export const { DELETE, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices");

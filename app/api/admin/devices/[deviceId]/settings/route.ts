import { refuseMethods } from "@/app/api/routes/table";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { refuseAdmin } from "@/lib/refuse-admin";
import { changeDevice } from "@/lib/terminal/device/change-device";
import { changeDeviceSchema } from "@/lib/terminal/device/schema";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ deviceId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { deviceId } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const refused = refuseAdmin(ctx.actor, "devices");
    if (refused) return refused;
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(changeDeviceSchema, json.value);
    if (!input.ok) return input;
    const done = await changeDevice(ctx, deviceId, input.value);
    return done.ok ? { ok: true, body: { device: done.device } } : done;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/[deviceId]/settings");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readInput } from "@/lib/platform/http/read-json";
import { refuseAdmin } from "@/lib/refuse-admin";
import { changeDevice } from "@/lib/terminal/device/change-device";
import { changeDeviceSchema } from "@/lib/terminal/device/schema";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ deviceId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { deviceId } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const refusal = refuseAdmin(ctx.actor, "devices");
    if (refusal) return refusal;
    const input = await readInput(request, changeDeviceSchema);
    if (!input.ok) return input;
    const result = await changeDevice(ctx, deviceId, input.value);
    return result.ok ? { ok: true, body: { device: result.device } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/[deviceId]/settings");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { readJson } from "@/lib/platform/http/read-json";
import { changeDevice } from "@/lib/terminal/device/change-device";
import { handleAdminWithBody } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ deviceId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { deviceId } = await params;
  return handleAdminWithBody(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const result = await changeDevice(ctx, deviceId, json.value);
    return result.ok ? { ok: true, body: { device: result.device } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/[deviceId]/settings");

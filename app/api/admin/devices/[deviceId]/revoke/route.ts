import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ deviceId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { deviceId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const result = await revokeDevice(ctx, deviceId);
    return result.ok ? { ok: true, body: { device: result.device } } : result;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/[deviceId]/revoke");

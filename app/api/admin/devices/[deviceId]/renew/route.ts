import { refuseMethods } from "@/app/api/routes/table";
import { renewDevice } from "@/lib/terminal/device/change-device";
import { handleAdmin } from "@/lib/wiring/handle-call";

type Props = { params: Promise<{ deviceId: string }> };

export async function POST(request: Request, { params }: Props): Promise<Response> {
  const { deviceId } = await params;
  return handleAdmin(request, async ({ ctx }) => {
    const done = await renewDevice(ctx, deviceId);
    return done.ok ? { ok: true, body: { device: done.device, code: done.code, link: done.link } } : done;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/admin/devices/[deviceId]/renew");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { listDeviceHistory } from "@/lib/terminal/device/list-devices";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const result = await listDeviceHistory(ctx, new URL(request.url).searchParams.get("parentId") ?? "");
    return result.ok ? { ok: true, body: { entries: result.entries } } : result;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/devices/history");

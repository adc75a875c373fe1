import { refuseMethods } from "@/app/api/routes/table";
import { listDeviceHistory } from "@/lib/terminal/device/list-devices";
import { handleAdmin } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleAdmin(request, async ({ ctx }) => {
    const listed = await listDeviceHistory(ctx, new URL(request.url).searchParams.get("parentId") ?? "");
    return listed.ok ? { ok: true, body: { entries: listed.entries } } : listed;
  });
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/admin/devices/history");

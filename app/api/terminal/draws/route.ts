import { refuseMethods } from "@/app/api/routes/table";
import { asDevice } from "@/app/api/terminal/as-device";
import { listParentDraws } from "@/lib/terminal/summary/view-summary";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const listed = await listParentDraws(ctx);
      return listed.ok ? { ok: true, body: { draws: listed.draws, zones: listed.zones } } : listed;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/draws");

import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import { listParentDraws } from "@/lib/terminal/summary/list-parent-draws";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  return handleRead(
    request,
    asDevice(async ({ ctx }) => {
      const result = await listParentDraws(ctx);
      return result.ok ? { ok: true, body: { draws: result.draws, zones: result.zones } } : result;
    }),
  );
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/draws");

import { getInstanceSchema } from "@/app/api/routes/buyers";
import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { viewDraw } from "@/lib/activity/view-draw";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { readInput } from "@/lib/platform/http/read-json";
import { handleRead } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const input = await readInput(request, getInstanceSchema);
    if (!input.ok) return input;
    const result = await refreshDraw(ctx, input.value.instanceId);
    if (!result.ok) return result;
    const view = await viewDraw(ctx, input.value.instanceId);
    return view.ok ? { ok: true, body: view.draw } : view;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/getInstance");

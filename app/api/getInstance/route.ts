import { getInstanceSchema } from "@/app/api/routes/buyers";
import { refuseMethods } from "@/app/api/routes/table";
import { viewDraw } from "@/lib/activity/view-draw";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { handleRead } from "@/lib/wiring/handle-call";

export function POST(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(getInstanceSchema, json.value);
    if (!input.ok) return input;
    const refreshed = await refreshDraw(ctx, input.value.instanceId);
    if (!refreshed.ok) return refreshed;
    const viewed = await viewDraw(ctx, input.value.instanceId);
    return viewed.ok ? { ok: true, body: viewed.draw } : viewed;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethods("/api/getInstance");

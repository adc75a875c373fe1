import { z } from "zod";
import { viewDraw } from "@/lib/activity/view-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { refreshDraw } from "@/lib/feed/refresh-draw";
import { parseInput, readJson } from "@/lib/platform/http/read-json";
import { refuseMethodsBut } from "@/lib/platform/http/refuse-methods";
import { handleRead } from "@/lib/wiring/handle-call";

const inputSchema = z.strictObject({ instanceId: idSchema });

export function POST(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const json = await readJson(request);
    if (!json.ok) return json;
    const input = parseInput(inputSchema, json.value);
    if (!input.ok) return input;
    const refreshed = await refreshDraw(ctx, input.value.instanceId);
    if (!refreshed.ok) return refreshed;
    const viewed = await viewDraw(ctx, input.value.instanceId);
    return viewed.ok ? { ok: true, body: viewed.draw } : viewed;
  });
}

export const { DELETE, GET, OPTIONS, PATCH, PUT } = refuseMethodsBut("POST");

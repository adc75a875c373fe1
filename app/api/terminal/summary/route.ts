import { refuseMethods } from "@/app/api/routes/refuse-methods";
import { asDevice } from "@/app/api/terminal/as-device";
import type { Context } from "@/lib/context";
import type { ApiResult } from "@/lib/platform/http/respond";
import { listSummaries } from "@/lib/terminal/summary/list-summaries";
import { viewSummary } from "@/lib/terminal/summary/view-summary";
import { handleRead } from "@/lib/wiring/handle-call";

export function GET(request: Request): Promise<Response> {
  const instanceId = new URL(request.url).searchParams.get("instanceId");
  return handleRead(
    request,
    asDevice(({ ctx }) => (instanceId === null ? respondWithSummaries(ctx) : respondWithSummary(ctx, instanceId))),
  );
}

async function respondWithSummary(ctx: Context, instanceId: string): Promise<ApiResult> {
  const result = await viewSummary(ctx, instanceId);
  return result.ok ? { ok: true, body: { summary: result.summary } } : result;
}

async function respondWithSummaries(ctx: Context): Promise<ApiResult> {
  const result = await listSummaries(ctx);
  return result.ok ? { ok: true, body: { summaries: result.summaries } } : result;
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethods("/api/terminal/summary");

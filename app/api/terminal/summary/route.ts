import { asDevice } from "@/app/api/terminal/as-device";
import { handleRead } from "@/lib/http/handle-call";
import { refuseMethodsBut } from "@/lib/http/refuse-methods";
import { viewSummary } from "@/lib/terminal/view-summary";

export function GET(request: Request): Promise<Response> {
  const view = asDevice(async ({ ctx }) => {
    const viewed = await viewSummary(ctx, new URL(request.url).searchParams.get("instanceId") ?? "");
    return viewed.ok ? { ok: true, body: { summary: viewed.summary } } : viewed;
  });
  return handleRead(request, view);
}

export const { DELETE, OPTIONS, PATCH, POST, PUT } = refuseMethodsBut("GET");

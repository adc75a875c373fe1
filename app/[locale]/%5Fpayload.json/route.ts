import { listDraws } from "@/lib/activity/list-draws";
import { refuse } from "@/lib/platform/http/reasons";
import { env } from "@/lib/platform/server/env";
import { handleRead } from "@/lib/wiring/handle-call";

export const dynamic = "force-dynamic";

export function GET(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    if (env().MAIN_SITE_URL) return refuse("not-found");
    return { ok: true, body: { data: { draws: await listDraws(ctx, "dashboard") } } };
  });
}

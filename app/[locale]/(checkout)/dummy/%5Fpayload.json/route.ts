import { listDraws } from "@/lib/activity/list-draws";
import { refuse } from "@/lib/platform/http/reasons";
import { env } from "@/lib/platform/server/env";
import { handleRead } from "@/lib/wiring/handle-call";

export const dynamic = "force-dynamic";

/** Leaves out the registration link, which works only once. */
export function GET(request: Request): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    if (env().TIRAGE_MODE !== "demo") return refuse("not-found");
    return { ok: true, body: { data: { draws: await listDraws(ctx, { parentId: "demo-parent" }) } } };
  });
}

import "server-only";

import { viewDraw } from "@/lib/activity/view-draw";
import { handleRead } from "@/lib/wiring/handle-call";

export function respondPayload(request: Request, drawId: string): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const result = await viewDraw(ctx, drawId);
    return result.ok ? { ok: true, body: { data: { draw: result.draw, live: result.live } } } : result;
  });
}

/** For pages without public data. An order, for example, is fetched by a call of its own. */
export function respondPlainPayload(request: Request): Promise<Response> {
  return handleRead(request, async () => ({ ok: true, body: { data: {} } }));
}

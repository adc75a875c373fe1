import "server-only";

import { viewDraw } from "@/lib/activity/view-draw";
import { handleRead } from "@/lib/wiring/handle-call";

/** The public data of a draw's page. */
export function answerPayload(request: Request, drawId: string): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const result = await viewDraw(ctx, drawId);
    return result.ok ? { ok: true, body: { data: { draw: result.draw, live: result.live } } } : result;
  });
}

/** For a page without public data: an order comes from its own call, whatever the query names. */
export function answerPlainPayload(request: Request): Promise<Response> {
  return handleRead(request, async () => ({ ok: true, body: { data: {} } }));
}

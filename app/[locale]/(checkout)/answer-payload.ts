import "server-only";

import { viewDraw } from "@/lib/activity/view-draw";
import { handleRead } from "@/lib/wiring/handle-call";

/** Answers with the public data of a draw's page. Refusal: `draw-not-found`. */
export function answerPayload(request: Request, drawId: string): Promise<Response> {
  return handleRead(request, async ({ ctx }) => {
    const result = await viewDraw(ctx, drawId);
    return result.ok ? { ok: true, body: { data: { draw: result.draw, live: result.live } } } : result;
  });
}

/** Answers for a page without public data: what an order shows comes from its own call, whatever the query names. */
export function answerPlainPayload(request: Request): Promise<Response> {
  return handleRead(request, async () => ({ ok: true, body: { data: {} } }));
}

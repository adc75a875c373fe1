import "server-only";

import { forgetDraw } from "./store.live";

/** Has this process read all of a draw's live state at the next question: what it changed itself shows at once. */
export function refreshLive(drawId: string): void {
  forgetDraw(drawId);
}

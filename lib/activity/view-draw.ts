import "server-only";

import type { Context } from "@/lib/context";
import { drawWordsOf } from "@/lib/draws/read-words";
import type { LiveState, PublicDraw } from "@/lib/draws/rules.projection";
import { toLiveState, toPublicDraw } from "@/lib/draws/rules.projection";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { viewActivity } from "./view-activity";

type Viewed =
  | { ok: true; draw: PublicDraw; live: LiveState; words: ReturnType<typeof drawWordsOf>; updatedAt: Date }
  | Refusal;

async function viewOnce(ctx: Context, drawId: string): Promise<Viewed> {
  const record = idSchema.safeParse(drawId).success ? await readDrawRecord(ctx.db, drawId) : null;
  if (record?.draw.state.approval_state !== "Approved") return refuse("draw-not-found");
  const now = ctx.now();
  const activity = await viewActivity(ctx, record, record.draw.teams.length > 0);
  const [draw, live] = [toPublicDraw(record, activity, now), toLiveState(record, activity, now)];
  return { ok: true, draw, live, words: drawWordsOf(record), updatedAt: record.updatedAt };
}

/**
 * A draw as a browser may see it, with what changes by the second, the words that its pages say, and when its
 * definition or its close last changed; asked again when a connection broke. Refusal: `draw-not-found`, also when not
 * approved.
 */
export function viewDraw(ctx: Context, drawId: string): Promise<Viewed> {
  return withRetry(ctx, () => viewOnce(ctx, drawId));
}

import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import type { UpstreamRefusal } from "./import-upstream";
import { importUpstream } from "./import-upstream";
import { feedTimes } from "./rules";
import type { FeedRow } from "./store";
import { readFeedRow, takeLease } from "./store";

export async function recheckDraw(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true } | Refusal<AdminRefusal | UpstreamRefusal>> {
  const { feed } = ctx;
  const refused = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refused) return refused;
  if (!feed || !idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const row = await readFeedRow(ctx.db, drawId);
  const lease = await takeLease(ctx.db, drawId, { now: ctx.now(), row });
  if (!lease) return refuseFor("service-unavailable", feedTimes.unansweredMs / 1000);
  return importUpstream({ ...ctx, feed }, { ...lease, row: row && withoutTags(row) });
}

/** Without tag and digests the draw is imported again. The words stay, because the platform may not send them again. */
function withoutTags(row: FeedRow): FeedRow {
  return {
    ...row,
    acceptedDigest: null,
    refusedDigest: null,
    lastFetch: row.lastFetch && { ...row.lastFetch, tag: null },
  };
}

import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse, refuseFor } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { importUpstream } from "./import-upstream";
import { feedTimes } from "./rules";
import type { FeedRow } from "./store";
import { readFeedRow, takeTurn } from "./store";

/** Nothing of the definition counts as seen; of the words it does, for they may not come this time. */
function lookedAtAnew(row: FeedRow): FeedRow {
  return { ...row, acceptedDigest: null, refusedDigest: null, seen: row.seen && { ...row.seen, tag: null } };
}

/**
 * Has a draw defined as the upstream platform has it now, whenever it was asked last, whatever was refused before and
 * whoever imported it since. Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`, `draw-not-found`, also
 * where there is no such platform, `service-unavailable` when it cannot be asked or is being asked, and those of an
 * import with their fields.
 */
export async function recheckDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  const { actor, feed } = ctx;
  const refused = refuseAdmin(actor, "draws");
  if (refused) return refused;
  if (!feed || !idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const row = await readFeedRow(ctx.db, drawId);
  const turn = await takeTurn(ctx.db, drawId, { now: ctx.now(), row });
  if (!turn) return refuseFor("service-unavailable", feedTimes.unansweredMs / 1000);
  return importUpstream({ ...ctx, feed }, { ...turn, row: row && lookedAtAnew(row) });
}

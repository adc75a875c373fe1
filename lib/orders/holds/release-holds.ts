import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { releaseHoldsSchema } from "@/lib/orders/schema";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { endHolds } from "./store";

/** Orders that one statement cancels. */
const batchSize = 200;

type ReleaseRefusal = Refusal<AdminRefusal | "draw-not-found" | "invalid-input">;

/**
 * Lets admins end holds; with `unknownOnly`, only those of browsers that haven't paid before. Skips orders that may
 * have been paid.
 */
export async function releaseHolds(
  ctx: Context,
  drawId: string,
  input: unknown,
): Promise<{ ok: true; released: number } | ReleaseRefusal> {
  const refused = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refused) return refused;
  const parsed = parseInput(releaseHoldsSchema, input);
  if (!parsed.ok) return parsed;
  const { unknownOnly: newBuyersOnly } = parsed.value;
  const isDraw = idSchema.safeParse(drawId).success && (await readDrawRecord(ctx.db, drawId)) !== null;
  if (!isDraw) return refuse("draw-not-found");
  // Orders that are placed during the release keep their tickets.
  const placedBefore = ctx.now();
  for (let released = 0; ; ) {
    const entry = { action: "cancelled", at: ctx.now(), actor: toAuditActor(ctx.actor) } as const;
    const ended = await withRetry(ctx, () =>
      endHolds(ctx.db, { drawId, newBuyersOnly, placedBefore, limit: batchSize, entry }),
    );
    released += ended;
    if (ended === 0) return { ok: true, released };
  }
}

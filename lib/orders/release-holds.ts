import "server-only";
import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import { releaseHoldsSchema } from "./schema";
import { endHolds } from "./store.release";

const batch = 200;

/**
 * Cancels the holds of a draw and releases their tickets: of all buyers, or with `unknownOnly` of browsers that haven't
 * paid before. What is being paid, or may have been, stays. Returns how many there were. Admins only. Refusals:
 * `admin-key-wrong`, `admin-right-missing`, `draw-not-found`, and `invalid-input` naming the fields.
 */
export async function releaseHolds(
  ctx: Context,
  drawId: string,
  given: unknown,
): Promise<{ ok: true; released: number } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const input = parseInput(releaseHoldsSchema, given);
  if (!input.ok) return input;
  const { unknownOnly } = input.value;
  const isKnown = idSchema.safeParse(drawId).success && (await readDrawRecord(ctx.db, drawId)) !== null;
  if (!isKnown) return refuse("draw-not-found");
  // Only holds from before this call: buyers who order during the release keep their tickets.
  const placedBefore = ctx.now();
  for (let released = 0; ; ) {
    const entry = { action: "cancelled", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
    const ended = await withRetry(ctx, () =>
      endHolds(ctx.db, { drawId, unknownOnly, placedBefore, limit: batch, entry }),
    );
    released += ended;
    if (ended === 0) return { ok: true, released };
  }
}

import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { RevisionView } from "./rules.revision";
import { compareValues, listPoolTitles } from "./rules.revision";
import { revisionSchema } from "./schema";
import { readRevision } from "./store";

/** Returns the values that a revision changed, if the caller has `history` for the draw. */
export async function viewRevision(
  ctx: Context,
  query: Record<string, string>,
): Promise<({ ok: true } & RevisionView) | Refusal<AdminRefusal | "invalid-input" | "draw-not-found">> {
  const drawId = query.draw ?? "";
  const refused = await authorizeForDraw(ctx, "history", drawId, "draw-not-found");
  if (refused) return refused;
  const parsed = parseInput(revisionSchema, query);
  if (!parsed.ok) return parsed;
  const { revision } = parsed.value;
  const stored = await withRetry(ctx, () => readRevision(ctx.db, parsed.value.draw, revision));
  if (!stored) return refuse("draw-not-found");
  const { before, after } = stored;
  const pools = listPoolTitles(before, after);
  return { ok: true, revision, isNew: before === null, pools, changes: compareValues(before ?? {}, after) };
}

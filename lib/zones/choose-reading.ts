import "server-only";

import { auditActorOf, writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { scheduleOf } from "@/lib/draws/rules";
import type { DrawAction } from "@/lib/draws/rules.changes";
import { findChangedFields, withMoves } from "@/lib/draws/rules.changes";
import { findInconsistencies } from "@/lib/draws/rules.consistency";
import { poolsOf } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import { idSchema } from "@/lib/draws/schema.fields";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawForUpdate, saveDraw, savePool } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { KeptReading } from "./rules";
import { choosableUntil, movesOf, offsetConflictsOf } from "./rules";
import { toldOtherwise } from "./rules.told";
import { chooseReadingSchema } from "./schema";
import { readZoneChoice, saveZoneChoice } from "./store";

/** Stores the dates as clocks were to show them. Gives the revision. */
async function moveDates(ctx: Context, tx: Database, before: Draw, after: Draw): Promise<number> {
  const now = ctx.now();
  const revision = await saveDraw(tx, after, scheduleOf(after), now);
  for (const pool of poolsOf(after)) await savePool(tx, after.id, revision, pool);
  const action: DrawAction = "draw-redefined";
  const detail = { revision, fields: findChangedFields(before, after).join(", ") };
  await writeChainEntry(tx, after.id, { action, at: now, actor: auditActorOf(ctx.actor), detail });
  return revision;
}

async function choose(
  ctx: Context,
  tx: Database,
  { draw, revision }: DrawRecord,
  kept: KeptReading,
): Promise<{ ok: true } | Refusal> {
  const now = ctx.now();
  const conflicts = offsetConflictsOf(draw, now);
  if (conflicts.length === 0) return refuse("draw-unambiguous");
  if (choosableUntil(draw, conflicts) <= now) return refuse("reading-too-late");
  const moves = kept === "wall-clock" ? movesOf(conflicts) : [];
  const after = withMoves(draw, moves);
  const problems = findInconsistencies(after);
  if (problems.length > 0) return refuse("invalid-input", problems);
  const choice = {
    ...{ drawId: draw.id, kept, chosenAt: now, moves, told: toldOtherwise(draw, after, now), queuedTo: "" },
    revision: moves.length > 0 ? await moveDates(ctx, tx, draw, after) : revision,
  };
  if (!(await saveZoneChoice(tx, choice))) throw new Error("A reading was chosen although the draw is locked.");
  const action: DrawAction = "zone-reading-chosen";
  const detail = { kept, dates: conflicts.map(({ place }) => place).join(", ") };
  await writeChainEntry(tx, draw.id, { action, at: now, actor: auditActorOf(ctx.actor), detail });
  return { ok: true };
}

/**
 * Chooses, once per draw, which reading of its ambiguous dates is meant: their instants stay, or are moved to when
 * clocks show what they were to show, also after the first sale. Buyers whose receipts said otherwise get a mail
 * (decision 062). Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`, `draw-not-found`, `invalid-input`,
 * `reading-chosen` the second time, `draw-unambiguous`, and `reading-too-late` once either reading of the end of sales
 * or of a date that would be moved has passed.
 */
export async function chooseReading(ctx: Context, drawId: string, given: unknown): Promise<{ ok: true } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const input = parseInput(chooseReadingSchema, given);
  if (!input.ok) return input;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  return withRetry(ctx, () =>
    ctx.db.transaction(async (tx) => {
      const record = await readDrawForUpdate(tx, drawId);
      if (!record) return refuse("draw-not-found");
      if (await readZoneChoice(tx, drawId)) return refuse("reading-chosen");
      return choose(ctx, tx, record, input.value.keep);
    }),
  );
}

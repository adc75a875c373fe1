import "server-only";

import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { DrawAction } from "@/lib/draws/import/rules.changes";
import { findChangedFields, withDateChanges } from "@/lib/draws/import/rules.changes";
import { findInconsistencies } from "@/lib/draws/import/rules.consistency";
import { getSchedule } from "@/lib/draws/rules";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import { idSchema } from "@/lib/draws/schema.fields";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawForUpdate, saveDraw, savePool, saveRevision } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { DateReading } from "./rules";
import { choosableUntil, findOffsetConflicts, findStalePools, toDateChanges } from "./rules";
import { chooseReadingSchema } from "./schema";
import { readZoneChoice, saveZoneChoice } from "./store";

type DrawRefusal = "draw-unambiguous" | "reading-too-late" | "invalid-input";
type ChoiceRefusal = DrawRefusal | AdminRefusal | "draw-not-found" | "reading-chosen";

/**
 * Sets how ambiguous dates are read, once per draw, and not after either reading of the end of sales or of a moved
 * date. Buyers whose receipts differ get an email (decision 062).
 */
export async function chooseReading(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<ChoiceRefusal>> {
  const refused = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refused) return refused;
  const input = parseInput(chooseReadingSchema, body);
  if (!input.ok) return input;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  return transact(ctx, async (tx): Promise<{ ok: true } | Refusal<ChoiceRefusal>> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    if (await readZoneChoice(tx, drawId)) return refuse("reading-chosen");
    return storeChoice(ctx, tx, record, input.value.keep);
  });
}

async function storeChoice(
  ctx: Context,
  tx: Database,
  { draw, revision }: DrawRecord,
  kept: DateReading,
): Promise<{ ok: true } | Refusal<DrawRefusal>> {
  const now = ctx.now();
  const conflicts = findOffsetConflicts(draw, now);
  if (conflicts.length === 0) return refuse("draw-unambiguous");
  if (choosableUntil(draw, conflicts) <= now) return refuse("reading-too-late");
  const moves = kept === "wall-clock" ? toDateChanges(conflicts) : [];
  const after = withDateChanges(draw, moves);
  const problems = findInconsistencies(after);
  if (problems.length > 0) return refuse("invalid-input", problems);
  const choice = {
    drawId: draw.id,
    kept,
    chosenAt: now,
    moves,
    stalePools: findStalePools(draw, after, now),
    queuedTo: "",
    revision: moves.length > 0 ? await storeDates(ctx, tx, draw, after) : revision,
  };
  if (!(await saveZoneChoice(tx, choice))) throw new Error("A reading was chosen although the draw is locked.");
  const action: DrawAction = "zone-reading-chosen";
  const detail = { kept, dates: conflicts.map(({ place }) => place).join(", ") };
  await writeChainEntry(tx, draw.id, { action, at: now, actor: toAuditActor(ctx.actor), detail });
  return { ok: true };
}

async function storeDates(ctx: Context, tx: Database, before: Draw, after: Draw): Promise<number> {
  const now = ctx.now();
  const revision = await saveDraw(tx, after, getSchedule(after), now);
  await saveRevision(tx, { revision, before, after, savedAt: now });
  for (const pool of listPools(after)) await savePool(tx, after.id, revision, pool);
  const action: DrawAction = "draw-redefined";
  const detail = { revision, fields: findChangedFields(before, after).join(", ") };
  await writeChainEntry(tx, after.id, { action, at: now, actor: toAuditActor(ctx.actor), detail });
  return revision;
}

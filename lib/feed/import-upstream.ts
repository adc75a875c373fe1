import "server-only";

import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import-draw";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logRarely } from "@/lib/platform/server/log";
import type { UpstreamDraw } from "./read-upstream";
import { readUpstream } from "./read-upstream";
import type { FailedOutcome, Seen } from "./rules";
import { definitionText, feedTimes } from "./rules";
import type { FeedRow, TurnChanges } from "./store";
import { endTurn } from "./store";

/** What became of asking: a definition that is ours now or was before, or why it is not. */
export type ImportedUpstream = { ok: true } | Refusal;

/** Definitions hold passcodes: without our key nobody can try which ones lead to a digest. */
function digestOf({ sealer }: Pick<Context, "sealer">, instance: unknown): string {
  return Buffer.from(sealer.digest(definitionText(instance), "draw feed")).toString("base64url");
}

function isRefusedStill(row: FeedRow | null, digest: string, now: Date): boolean {
  if (row?.refusedDigest !== digest || !row.refusedAt) return false;
  return now.getTime() - row.refusedAt.getTime() < feedTimes.refusedMs;
}

function isOtherDraw(instance: unknown, drawId: string): boolean {
  return (instance as { id?: unknown } | null)?.id !== drawId;
}

/** Names fields and never what stands in them. */
function logRefusal(drawId: string, { reason, fields = [] }: Refusal): void {
  const named = fields.slice(0, 10).map(({ field, problem }) => `${field} ${problem}`);
  const what = `Draw ${drawId} as the upstream platform has it was refused: ${[reason, ...named].join(", ")}.`;
  logFailure("A definition was not imported, and the one before it counts.", new Error(what));
}

async function importInstance(ctx: Context, drawId: string, instance: unknown): Promise<ImportedUpstream> {
  const otherDraw: FieldProblem[] = [{ field: "id", problem: "not-in-draw" }];
  if (isOtherDraw(instance, drawId)) return refuse("invalid-input", otherDraw);
  const imported = await importDraw({ ...ctx, actor: { kind: "upstream" } }, instance);
  return imported.ok ? { ok: true } : imported;
}

/** What is told of an asking, and what is written down of it. */
type Turn = { imported: ImportedUpstream; changes: TurnChanges };

/** Nothing came that could be imported; what was imported before is served. */
function turnInVain(row: FeedRow | null, outcome: FailedOutcome): Turn {
  const served = row?.acceptedDigest ? ", and what it sent before is served" : "";
  if (outcome !== "missing" || served)
    logRarely(`The upstream platform was asked for a draw in vain: ${outcome}${served}`);
  const reason = outcome === "missing" ? "draw-not-found" : "service-unavailable";
  return { imported: refuse(reason), changes: { outcome } };
}

async function turnFor(
  ctx: Context,
  drawId: string,
  row: FeedRow | null,
  { instance, seen }: { instance: unknown; seen: Seen },
): Promise<Turn> {
  const digest = digestOf(ctx, instance);
  if (digest === row?.acceptedDigest) return { imported: { ok: true }, changes: { outcome: "accepted", seen } };
  const now = ctx.now();
  if (isRefusedStill(row, digest, now)) return { imported: refuse("draw-not-found"), changes: { outcome: "refused" } };
  const imported = await importInstance(ctx, drawId, instance);
  if (!imported.ok) {
    logRefusal(drawId, imported);
    return { imported, changes: { outcome: "refused", refusedDigest: digest, refusedAt: now } };
  }
  const accepted = { acceptedDigest: digest, refusedDigest: null, refusedAt: null };
  return { imported, changes: { outcome: "accepted", seen, ...accepted } };
}

async function turnOf(ctx: Context, drawId: string, row: FeedRow | null, upstream: UpstreamDraw): Promise<Turn> {
  if (upstream.kind === "found") return turnFor(ctx, drawId, row, upstream);
  if (upstream.kind !== "same") return turnInVain(row, upstream.kind);
  return { imported: { ok: true }, changes: { outcome: "accepted", seen: upstream.seen } };
}

/**
 * Asks the upstream platform for a draw and imports what changed, by the same use case and under the same locks as an
 * admin's import; ends the turn that the caller has taken. Refusals: `draw-not-found`, `service-unavailable` when the
 * platform cannot be asked, and those of an import; whatever is refused, the definition before it stays.
 */
export async function importUpstream(
  ctx: Context & { feed: DrawFeed },
  drawId: string,
  row: FeedRow | null,
): Promise<ImportedUpstream> {
  try {
    const upstream = await readUpstream(ctx.feed, drawId, row?.acceptedDigest ? row.seen : null);
    const { imported, changes } = await turnOf(ctx, drawId, row, upstream);
    await endTurn(ctx.db, drawId, { ...changes, checkedAt: ctx.now() });
    return imported;
  } catch (error) {
    await endTurn(ctx.db, drawId, { outcome: "away", checkedAt: ctx.now() });
    throw error;
  }
}

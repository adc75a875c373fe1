import "server-only";

import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import-draw";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logLine, logRarely } from "@/lib/platform/server/log";
import type { UpstreamDraw } from "./read-upstream";
import { readUpstream } from "./read-upstream";
import type { FailedOutcome, Seen } from "./rules";
import { definitionText, feedTimes } from "./rules";
import type { FeedRow, FeedTurn, TurnChanges } from "./store";
import { endTurn, recordTurn } from "./store";

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
  logFailure("A definition was rejected; the previous one stays in effect.", new Error(what));
}

/** Imports a definition and, in the same transaction, records `accepted`; stores nothing once the turn is another's. */
async function importInstance(
  ctx: Context,
  turn: FeedTurn,
  { instance, accepted }: { instance: unknown; accepted: TurnChanges },
): Promise<ImportedUpstream> {
  const otherDraw: FieldProblem[] = [{ field: "id", problem: "not-in-draw" }];
  if (isOtherDraw(instance, turn.drawId)) return refuse("invalid-input", otherDraw);
  const imported = await importDraw({ ...ctx, actor: { kind: "upstream" } }, instance, {
    accountMs: feedTimes.accountMs,
    hold: (tx) => recordTurn(tx, turn, { ...accepted, checkedAt: ctx.now() }),
  });
  return imported.ok ? { ok: true } : imported;
}

/** What is told of an asking, and what is written down of it. */
type Asked = { imported: ImportedUpstream; changes: TurnChanges };

/** Nothing came that could be imported; what was imported before is served. */
function askedInVain(row: FeedRow | null, outcome: FailedOutcome): Asked {
  const served = row?.seen ? ", and what it sent before is served" : "";
  if (outcome !== "missing" || served) logRarely(`The upstream platform didn't return a draw: ${outcome}${served}`);
  const reason = outcome === "missing" ? "draw-not-found" : "service-unavailable";
  return { imported: refuse(reason), changes: { outcome } };
}

async function askedAndFound(
  ctx: Context,
  turn: FeedTurn,
  { instance, seen }: { instance: unknown; seen: Seen },
): Promise<Asked> {
  const { drawId, row } = turn;
  const digest = digestOf(ctx, instance);
  if (digest === row?.acceptedDigest) return { imported: { ok: true }, changes: { outcome: "accepted", seen } };
  const now = ctx.now();
  if (isRefusedStill(row, digest, now)) return { imported: refuse("draw-not-found"), changes: { outcome: "refused" } };
  const accepted = { outcome: "accepted", seen, acceptedDigest: digest, refusedDigest: null, refusedAt: null } as const;
  const imported = await importInstance(ctx, turn, { instance, accepted });
  if (imported.ok) return { imported, changes: accepted };
  // The turn is over, which its end tells: nothing speaks against the definition.
  if (imported.reason === "service-unavailable") return { imported, changes: { outcome: "away" } };
  logRefusal(drawId, imported);
  return { imported, changes: { outcome: "refused", refusedDigest: digest, refusedAt: now } };
}

async function askedOf(ctx: Context, turn: FeedTurn, upstream: UpstreamDraw): Promise<Asked> {
  if (upstream.kind === "found") return askedAndFound(ctx, turn, upstream);
  if (upstream.kind !== "same") return askedInVain(turn.row, upstream.kind);
  return { imported: { ok: true }, changes: { outcome: "accepted", seen: upstream.seen } };
}

async function end({ db, now }: Context, turn: FeedTurn, changes: TurnChanges): Promise<void> {
  if (await endTurn(db, turn, { ...changes, checkedAt: now() })) return;
  logLine("warn", "An answer from the upstream platform came too late and was discarded.", { drawId: turn.drawId });
}

/**
 * Asks the upstream platform for a draw and imports what changed, by the same use case and under the same locks as an
 * admin's import; ends the turn that the caller has taken. Refusals: `draw-not-found`, `service-unavailable` when the
 * platform cannot be asked or the turn was taken by somebody else meanwhile, and those of an import; whatever is
 * refused, the definition before it stays.
 */
export async function importUpstream(ctx: Context & { feed: DrawFeed }, turn: FeedTurn): Promise<ImportedUpstream> {
  try {
    const upstream = await readUpstream(ctx.feed, turn.drawId, turn.row?.seen ?? null);
    const { imported, changes } = await askedOf(ctx, turn, upstream);
    await end(ctx, turn, changes);
    return imported;
  } catch (error) {
    await end(ctx, turn, { outcome: "away" });
    throw error;
  }
}

import "server-only";

import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import-draw";
import { readDrawRecord } from "@/lib/draws/store";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { Database } from "@/lib/platform/db/database";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logLine, logRarely } from "@/lib/platform/server/log";
import type { UpstreamDraw } from "./read-upstream";
import { readUpstream } from "./read-upstream";
import type { FailedOutcome, Seen } from "./rules";
import { definitionText, feedTimes } from "./rules";
import { completeInstance, readInstance, separableFieldsOf, withStoredFields } from "./rules.instance";
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
function toNames(fields: readonly FieldProblem[]): string {
  const nameOf = ({ field, problem }: FieldProblem) => `${/^[\w.* -]{1,80}$/.test(field) ? field : "?"} ${problem}`;
  return fields.slice(0, 10).map(nameOf).join(", ");
}

function logRefusal(drawId: string, { reason, fields = [] }: Refusal): void {
  const named = [reason, toNames(fields)].filter(Boolean).join(", ");
  const what = `Draw ${drawId} as the upstream platform has it was refused: ${named}.`;
  logFailure("A definition was rejected; the previous one stays in effect.", new Error(what));
}

function isUnpayable({ problem }: FieldProblem): boolean {
  return problem === "not-in-coins";
}

function logWarnings(drawId: string, warnings: readonly FieldProblem[]): void {
  const prices = warnings.filter(isUnpayable).map(({ field }) => field);
  if (prices.length > 0)
    logLine("warn", "Cash can't pay some prices of a draw.", { drawId, prices: prices.slice(0, 10).join(", ") });
  const dates = warnings.filter(isDate);
  if (dates.length > 0) logLine("warn", "Dates of a draw contradict each other.", { drawId, dates: toNames(dates) });
}

function logLeftOut(drawId: string, fields: readonly FieldProblem[]): void {
  if (fields.length === 0) return;
  const message = "A draw of the upstream platform was taken without some of its fields.";
  logLine("warn", message, { drawId, fields: toNames(fields) });
}

function isDate({ field, problem }: FieldProblem): boolean {
  return field.endsWith(".drawDate") && problem === "contradictory";
}

/** Winners of a definition that were left out: they may be right later, as when sales have closed meanwhile. */
function wrongWinners(warnings: readonly FieldProblem[]): FieldProblem[] {
  return warnings.filter((warning) => !isDate(warning) && !isUnpayable(warning));
}

/** What the platform sent of a draw: `ignored` are fields that no draw has. */
type Sent = { instance: unknown; ignored: FieldProblem[]; digest: string; seen: Seen };

/** A definition that is ours now, and what of it stays as it was before. */
type Taken = { ok: true; changes: TurnChanges; leftOut: FieldProblem[] };

/** What was left out is looked at again after a while: it may be right by then, and is sent whole for that. */
function acceptedChanges({ digest, seen }: Sent, isPart: boolean, now: Date): TurnChanges {
  const accepted = { outcome: "accepted", acceptedDigest: digest } as const;
  return isPart
    ? { ...accepted, seen: { ...seen, tag: null }, refusedDigest: digest, refusedAt: now }
    : { ...accepted, seen, refusedDigest: null, refusedAt: null };
}

/**
 * Imports a definition, with what it lacks as it is stored, and records that in the same transaction; stores nothing
 * once the turn is another's, or somebody has imported the draw meanwhile. What may be wrong alone is left out: if it
 * is the same as when the rest was taken, nothing is new.
 */
async function importInstance(ctx: Context, turn: FeedTurn, sent: Sent): Promise<Taken | Refusal> {
  const { drawId, row } = turn;
  const stored = await readDrawRecord(ctx.db, drawId);
  const left = new Set<string>();
  const leftOut: FieldProblem[] = [];
  const accountUntilMs = ctx.now().getTime() + feedTimes.accountMs;
  const isRetry = sent.digest === row?.acceptedDigest;
  let changes = acceptedChanges(sent, false, ctx.now());
  let definition = completeInstance(sent.instance, stored?.draw ?? null);
  for (;;) {
    const hold = async (tx: Database, warnings: readonly FieldProblem[]) => {
      changes = acceptedChanges(sent, left.size > 0 || wrongWinners(warnings).length > 0, ctx.now());
      const isSame = (await readDrawRecord(tx, drawId))?.revision === stored?.revision;
      return isSame && recordTurn(tx, turn, { ...changes, checkedAt: ctx.now() });
    };
    const accountMs = Math.max(0, accountUntilMs - ctx.now().getTime());
    const imported = await importDraw({ ...ctx, actor: { kind: "upstream" } }, definition, {
      accountMs,
      isRetry,
      hold,
    });
    if (imported.ok) {
      logWarnings(drawId, imported.warnings);
      return { ok: true, changes, leftOut: [...leftOut, ...wrongWinners(imported.warnings)] };
    }
    const separable = separableFieldsOf(imported);
    if (separable.length === 0 || separable.some((field) => left.has(field))) return imported;
    for (const field of separable) left.add(field);
    leftOut.push(...(imported.fields ?? []));
    definition = withStoredFields(definition, separable, stored?.draw ?? null);
  }
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

/** Whether a definition was taken before, and what was left out of it needs no other look yet. */
function isTakenStill(row: FeedRow | null, digest: string, now: Date): boolean {
  return row?.acceptedDigest === digest && (row.refusedDigest !== digest || isRefusedStill(row, digest, now));
}

async function askedAndFound(ctx: Context, turn: FeedTurn, sent: Sent): Promise<Asked> {
  const { drawId, row } = turn;
  const { digest } = sent;
  if (isTakenStill(row, digest, ctx.now())) {
    const seen = row?.refusedDigest === digest ? { ...sent.seen, tag: null } : sent.seen;
    return { imported: { ok: true }, changes: { outcome: "accepted", seen } };
  }
  if (isRefusedStill(row, digest, ctx.now()))
    return { imported: refuse("draw-not-found"), changes: { outcome: "refused" } };
  const otherDraw: FieldProblem[] = [{ field: "id", problem: "not-in-draw" }];
  const isOther = isOtherDraw(sent.instance, drawId);
  const imported = isOther ? refuse("invalid-input", otherDraw) : await importInstance(ctx, turn, sent);
  if (imported.ok) {
    logLeftOut(drawId, [...sent.ignored, ...imported.leftOut]);
    return { imported: { ok: true }, changes: imported.changes };
  }
  // The turn is over, which its end tells: nothing speaks against the definition.
  if (imported.reason === "service-unavailable") return { imported, changes: { outcome: "away" } };
  logRefusal(drawId, imported);
  return { imported, changes: { outcome: "refused", refusedDigest: digest, refusedAt: ctx.now() } };
}

async function askedOf(ctx: Context, turn: FeedTurn, upstream: UpstreamDraw): Promise<Asked> {
  if (upstream.kind === "found") {
    const { instance, ignored } = readInstance(upstream.instance, turn.drawId);
    return askedAndFound(ctx, turn, { instance, ignored, digest: digestOf(ctx, instance), seen: upstream.seen });
  }
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

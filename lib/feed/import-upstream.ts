import "server-only";

import type { Context } from "@/lib/context";
import type { ImportRefusal } from "@/lib/draws/import/import-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { readDrawRecord } from "@/lib/draws/store";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import type { Database } from "@/lib/platform/db/database";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logLine, logRarely } from "@/lib/platform/server/log";

import type { UpstreamDraw } from "./read-upstream";
import { readUpstream } from "./read-upstream";
import type { FailedOutcome, LastFetch } from "./rules";
import { feedTimes, toDefinitionText } from "./rules";
import { completeInstance, findSeparableFields, readInstance, withStoredFields } from "./rules.instance";
import type { FeedLease, FeedRow, FetchChanges } from "./store";
import { endLease, recordFetch } from "./store";

/** `service-unavailable` also if another process took over the lease. */
export type UpstreamRefusal = ImportRefusal | "draw-not-found" | "service-unavailable";

export type UpstreamResult = { ok: true } | Refusal<UpstreamRefusal>;

type ImportConclusion = { result: UpstreamResult; changes: FetchChanges };

type FetchedDraw = { instance: unknown; ignored: FieldProblem[]; digest: string; lastFetch: LastFetch };

/** Takes the same locks as an admin's import. If the definition is refused, the stored one stays in effect. */
export async function importUpstream(ctx: Context & { feed: DrawFeed }, lease: FeedLease): Promise<UpstreamResult> {
  try {
    const upstream = await readUpstream(ctx.feed, lease.drawId, lease.row?.lastFetch ?? null);
    const { result, changes } = await importAnswer(ctx, lease, upstream);
    await endFetch(ctx, lease, changes);
    return result;
  } catch (error) {
    await endFetch(ctx, lease, { outcome: "away" });
    throw error;
  }
}

async function endFetch({ db, now }: Context, lease: FeedLease, changes: FetchChanges): Promise<void> {
  if (await endLease(db, lease, { ...changes, checkedAt: now() })) return;
  logLine("warn", "An answer from the upstream platform came too late and was discarded.", { drawId: lease.drawId });
}

async function importAnswer(ctx: Context, lease: FeedLease, upstream: UpstreamDraw): Promise<ImportConclusion> {
  if (upstream.kind === "found") {
    const { instance, ignored } = readInstance(upstream.instance, lease.drawId);
    return importFetched(ctx, lease, {
      instance,
      ignored,
      digest: createDigest(ctx, instance),
      lastFetch: upstream.lastFetch,
    });
  }
  if (upstream.kind !== "same") return refuseAbsent(lease.row, upstream.kind);
  return { result: { ok: true }, changes: { outcome: "accepted", lastFetch: upstream.lastFetch } };
}

/** The digest is keyed, because definitions contain passcodes, which an unkeyed one would let an attacker guess. */
function createDigest({ sealer }: Pick<Context, "sealer">, instance: unknown): string {
  return Buffer.from(sealer.digest(toDefinitionText(instance), "draw feed")).toString("base64url");
}

function refuseAbsent(row: FeedRow | null, outcome: FailedOutcome): ImportConclusion {
  const served = row?.lastFetch ? ", and what it sent before is served" : "";
  if (outcome !== "missing" || served) logRarely(`The upstream platform didn't return a draw: ${outcome}${served}`);
  const reason = outcome === "missing" ? "draw-not-found" : "service-unavailable";
  return { result: refuse(reason), changes: { outcome } };
}

async function importFetched(ctx: Context, lease: FeedLease, fetched: FetchedDraw): Promise<ImportConclusion> {
  const { drawId, row } = lease;
  const { digest } = fetched;
  if (isStillAccepted(row, digest, ctx.now())) {
    const lastFetch = row?.refusedDigest === digest ? { ...fetched.lastFetch, tag: null } : fetched.lastFetch;
    return { result: { ok: true }, changes: { outcome: "accepted", lastFetch } };
  }
  if (isStillRefused(row, digest, ctx.now())) {
    return { result: refuse("draw-not-found"), changes: { outcome: "refused" } };
  }
  const otherDraw: FieldProblem[] = [{ field: "id", problem: "not-in-draw" }];
  const isOther = (fetched.instance as { id?: unknown } | null)?.id !== drawId;
  const stored = isOther ? refuse("invalid-input", otherDraw) : await importInstance(ctx, lease, fetched);
  if (stored.ok) {
    logLeftOut(drawId, [...fetched.ignored, ...stored.leftOut]);
    return { result: { ok: true }, changes: stored.changes };
  }
  // `endFetch` logs the lost lease. The definition itself may be valid.
  if (stored.reason === "service-unavailable") return { result: stored, changes: { outcome: "away" } };
  logRefusal(drawId, stored);
  return { result: stored, changes: { outcome: "refused", refusedDigest: digest, refusedAt: ctx.now() } };
}

function isStillRefused(row: FeedRow | null, digest: string, now: Date): boolean {
  if (row?.refusedDigest !== digest || !row.refusedAt) return false;
  return now.getTime() - row.refusedAt.getTime() < feedTimes.refusedMs;
}

function isStillAccepted(row: FeedRow | null, digest: string, now: Date): boolean {
  return row?.acceptedDigest === digest && (row.refusedDigest !== digest || isStillRefused(row, digest, now));
}

type StoredDraw = { ok: true; changes: FetchChanges; leftOut: FieldProblem[] };

/**
 * Records the fetch in the same transaction as the draw. Stores nothing if the lease was lost or the draw was imported
 * in the meantime. If only separable fields are wrong, the import is repeated without them.
 */
async function importInstance(
  ctx: Context,
  lease: FeedLease,
  fetched: FetchedDraw,
): Promise<StoredDraw | Refusal<ImportRefusal>> {
  const { drawId, row } = lease;
  const stored = await readDrawRecord(ctx.db, drawId);
  const left = new Set<string>();
  const leftOut: FieldProblem[] = [];
  const accountUntilMs = ctx.now().getTime() + feedTimes.accountMs;
  const isRetry = fetched.digest === row?.acceptedDigest;
  let changes = findAcceptedChanges(fetched, false, ctx.now());
  let definition = completeInstance(fetched.instance, stored?.draw ?? null);
  for (;;) {
    const confirm = async (tx: Database, warnings: readonly FieldProblem[]) => {
      changes = findAcceptedChanges(fetched, left.size > 0 || findWinnerWarnings(warnings).length > 0, ctx.now());
      const isSame = (await readDrawRecord(tx, drawId))?.revision === stored?.revision;
      return isSame && recordFetch(tx, lease, { ...changes, checkedAt: ctx.now() });
    };
    const accountMs = Math.max(0, accountUntilMs - ctx.now().getTime());
    const upstreamCtx: Context = { ...ctx, actor: { kind: "upstream" } };
    const result = await importDraw(upstreamCtx, definition, { lease: { accountMs, isRetry, confirm } });
    if (result.ok) {
      logWarnings(drawId, result.warnings);
      return { ok: true, changes, leftOut: [...leftOut, ...findWinnerWarnings(result.warnings)] };
    }
    const separable = findSeparableFields(result);
    if (separable.length === 0 || separable.some((field) => left.has(field))) return result;
    for (const field of separable) left.add(field);
    leftOut.push(...(result.fields ?? []));
    definition = withStoredFields(definition, separable, stored?.draw ?? null);
  }
}

/** Fields that were left out may become valid, so the tag is dropped and the platform sends the whole draw again. */
function findAcceptedChanges({ digest, lastFetch }: FetchedDraw, isPart: boolean, now: Date): FetchChanges {
  const accepted = { outcome: "accepted", acceptedDigest: digest } as const;
  return isPart
    ? { ...accepted, lastFetch: { ...lastFetch, tag: null }, refusedDigest: digest, refusedAt: now }
    : { ...accepted, lastFetch, refusedDigest: null, refusedAt: null };
}

/** Winners that were left out may become valid later, for example when sales close. */
function findWinnerWarnings(warnings: readonly FieldProblem[]): FieldProblem[] {
  return warnings.filter((warning) => !isDateContradiction(warning) && !isUnpayable(warning));
}

function isDateContradiction({ field, problem }: FieldProblem): boolean {
  return field.endsWith(".drawDate") && problem === "contradictory";
}

function isUnpayable({ problem }: FieldProblem): boolean {
  return problem === "not-in-coins";
}

function describeFields(fields: readonly FieldProblem[]): string {
  const describeField = ({ field, problem }: FieldProblem) =>
    `${/^[\w.* -]{1,80}$/.test(field) ? field : "?"} ${problem}`;
  return fields.slice(0, 10).map(describeField).join(", ");
}

function logRefusal(drawId: string, { reason, fields = [] }: Refusal): void {
  const named = [reason, describeFields(fields)].filter(Boolean).join(", ");
  const what = `Draw ${drawId} as the upstream platform has it was refused: ${named}.`;
  logFailure("A definition was rejected; the previous one stays in effect.", new Error(what));
}

function logWarnings(drawId: string, warnings: readonly FieldProblem[]): void {
  const prices = warnings.filter(isUnpayable).map(({ field }) => field);
  if (prices.length > 0) {
    logLine("warn", "Some prices of a draw can't be paid in cash.", { drawId, prices: prices.slice(0, 10).join(", ") });
  }
  const dates = warnings.filter(isDateContradiction);
  if (dates.length > 0)
    logLine("warn", "Dates of a draw contradict each other.", { drawId, dates: describeFields(dates) });
}

function logLeftOut(drawId: string, fields: readonly FieldProblem[]): void {
  if (fields.length === 0) return;
  const message = "A draw of the upstream platform was taken without some of its fields.";
  logLine("warn", message, { drawId, fields: describeFields(fields) });
}

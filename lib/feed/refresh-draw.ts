import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import { getOrigin } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logRarely } from "@/lib/platform/server/log";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import type { UpstreamResult } from "./import-upstream";
import { importUpstream } from "./import-upstream";
import { feedTimes, isDue } from "./rules";
import type { FeedRow } from "./store";
import { deleteUnknownDraws, isDrawKnown, listDueDraws, readFeedRow, takeLease } from "./store";

type FeedContext = Context & { feed: DrawFeed };

/** Fetches an unknown or stale draw before it is shown, in one process at a time. Does nothing without a feed. */
export async function refreshDraw(ctx: Context, drawId: string): Promise<UpstreamResult> {
  const { feed } = ctx;
  if (!feed || !idSchema.safeParse(drawId).success) return { ok: true };
  const feedCtx = { ...ctx, feed };
  const row = await withRetry(ctx, () => readFeedRow(ctx.db, drawId));
  const isKnown = row ? row.isKnown : await withRetry(ctx, () => isDrawKnown(ctx.db, drawId));
  if (!isKnown) return fetchUnknownOnce(feedCtx, drawId, row);
  await fetchKnown(feedCtx, drawId, row);
  return { ok: true };
}

/** A page waits at most `pageTimeoutMs`, because it can show the stored draw. The fetch continues in the background. */
async function fetchKnown(ctx: FeedContext, drawId: string, row: FeedRow | null): Promise<void> {
  if (!isDue(row, ctx.now(), ctx.feed.refreshMs) || (row && row.leasedUntil > ctx.now())) return;
  const fetchDraw = async () => {
    const lease = await takeLease(ctx.db, drawId, { now: ctx.now(), row });
    if (lease) await importUpstream(ctx, lease);
  };
  const fetching = fetchDraw().catch((error: unknown) => {
    logFailure("A draw was not refreshed from the upstream platform.", error);
  });
  await Promise.race([fetching, ctx.wait(feedTimes.pageTimeoutMs)]);
}

/** Keyed by database, because tests have several in one process. */
type Fetches = WeakMap<object, Map<string, Promise<UpstreamResult>>>;

const fetchesByDatabase = oncePerProcess("tirageFetches", (): Fetches => new WeakMap());

/** Requests of a process for the same unknown draw share one fetch. */
function fetchUnknownOnce(ctx: FeedContext, drawId: string, row: FeedRow | null): Promise<UpstreamResult> {
  const fetches = fetchesByDatabase.get(getOrigin(ctx.db)) ?? new Map<string, Promise<UpstreamResult>>();
  fetchesByDatabase.set(getOrigin(ctx.db), fetches);
  const fetching = fetches.get(drawId) ?? fetchUnknown(ctx, drawId, row).finally(() => fetches.delete(drawId));
  fetches.set(drawId, fetching);
  return fetching;
}

async function fetchUnknown(ctx: FeedContext, drawId: string, row: FeedRow | null): Promise<UpstreamResult> {
  if (row && row.leasedUntil > ctx.now()) return waitForLease(ctx, drawId);
  if (row && !isDue(row, ctx.now(), ctx.feed.refreshMs)) return refuse(toRefusalReason(row));
  if (!(await allowUnknownFetch(ctx))) return refuse("draw-not-found");
  const lease = await takeLease(ctx.db, drawId, { now: ctx.now(), row });
  if (!lease) return waitForLease(ctx, drawId);
  const result = await importUpstream(ctx, lease);
  const isFinal = result.ok || result.reason === "service-unavailable";
  return isFinal ? result : refuse("draw-not-found");
}

/** All processes share the limit, because anyone can make up ids. */
async function allowUnknownFetch({ calls }: Context): Promise<boolean> {
  const seconds = await calls("unknown-draws", "all");
  if (seconds) logRarely("Requests to the upstream platform for unknown draws were rate-limited");
  return seconds === null;
}

const pollMs = 200;

async function waitForLease(ctx: FeedContext, drawId: string): Promise<UpstreamResult> {
  const startedMs = ctx.now().getTime();
  while (ctx.now().getTime() - startedMs < feedTimes.leaseMs / 4) {
    await ctx.wait(pollMs);
    const row = await readFeedRow(ctx.db, drawId);
    if (row && row.leasedUntil <= ctx.now()) return row.isKnown ? { ok: true } : refuse(toRefusalReason(row));
  }
  return refuse("service-unavailable");
}

function toRefusalReason({ outcome }: FeedRow): "draw-not-found" | "service-unavailable" {
  return outcome === "missing" || outcome === "refused" ? "draw-not-found" : "service-unavailable";
}

const drawsPerRun = 40;
const drawsAtOnce = 4;

export async function refreshDraws(ctx: Context): Promise<void> {
  const { feed } = ctx;
  if (!feed) return;
  await deleteUnknownDraws(ctx.db, ctx.now());
  const due = await listDueDraws(ctx.db, { now: ctx.now(), refreshMs: feed.refreshMs, limit: drawsPerRun });
  for (let index = 0; index < due.length; index += drawsAtOnce) {
    const group = due.slice(index, index + drawsAtOnce);
    const answers = await Promise.all(group.map((drawId) => refreshOne({ ...ctx, feed }, drawId)));
    if (answers.some((isAnswered) => !isAnswered)) return;
  }
}

/** Returns false if the platform did not answer, so that the run stops before the other draws. */
async function refreshOne(ctx: FeedContext, drawId: string): Promise<boolean> {
  const row = await readFeedRow(ctx.db, drawId);
  const lease = await takeLease(ctx.db, drawId, { now: ctx.now(), row });
  if (!lease) return true;
  try {
    const result = await importUpstream(ctx, lease);
    return result.ok || result.reason !== "service-unavailable";
  } catch (error) {
    logFailure("A draw was not refreshed from the upstream platform.", error);
    return true;
  }
}

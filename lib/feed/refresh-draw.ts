import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { DrawFeed } from "@/lib/gateways/draw-feed/port.draw-feed";
import { originOf } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure, logRarely } from "@/lib/platform/server/log";
import type { ImportedUpstream } from "./import-upstream";
import { importUpstream } from "./import-upstream";
import { feedTimes, isDue } from "./rules";
import type { FeedRow } from "./store";
import { isDrawKnown, readFeedRow, takeTurn } from "./store";

type Feeding = Context & { feed: DrawFeed };

/** How often somebody looks whether the one who asks for a draw is done, in ms. */
const lookMs = 200;

/** Strangers choose the ids of unknown draws: only so many of them are asked for, by all processes together. */
async function mayAskUnknown({ calls }: Context): Promise<boolean> {
  const seconds = await calls("unknown-draws", "all");
  if (seconds) logRarely("A limit refused to ask the upstream platform for unknown draws");
  return seconds === null;
}

/** Waits until the one who asks for a draw is done, a quarter of its turn at most. */
async function waitForTurn(ctx: Feeding, drawId: string): Promise<ImportedUpstream> {
  const startedMs = ctx.now().getTime();
  while (ctx.now().getTime() - startedMs < feedTimes.leaseMs / 4) {
    await ctx.wait(lookMs);
    const row = await readFeedRow(ctx.db, drawId);
    if (row && row.askedUntil <= ctx.now()) return row.isKnown ? { ok: true } : refuse(whyUnknown(row));
  }
  return refuse("service-unavailable");
}

function whyUnknown({ outcome }: FeedRow): "draw-not-found" | "service-unavailable" {
  return outcome === "missing" || outcome === "refused" ? "draw-not-found" : "service-unavailable";
}

async function askUnknown(ctx: Feeding, drawId: string, row: FeedRow | null): Promise<ImportedUpstream> {
  if (row && row.askedUntil > ctx.now()) return waitForTurn(ctx, drawId);
  if (row && !isDue(row, ctx.now(), ctx.feed.refreshMs)) return refuse(whyUnknown(row));
  if (!(await mayAskUnknown(ctx))) return refuse("draw-not-found");
  const turn = await takeTurn(ctx.db, drawId, { now: ctx.now(), row });
  if (!turn) return waitForTurn(ctx, drawId);
  const imported = await importUpstream(ctx, turn);
  const isOver = imported.ok || imported.reason === "service-unavailable";
  return isOver ? imported : refuse("draw-not-found");
}

/** Who asks for which draw; one process may work on several databases in tests, and each has its own draws. */
type Askings = WeakMap<object, Map<string, Promise<ImportedUpstream>>>;

// Next evaluates modules several times in one process: pages and calls would each ask.
const shared = globalThis as typeof globalThis & { tirageAskings?: Askings };
shared.tirageAskings ??= new WeakMap();
const askingsByDatabase = shared.tirageAskings;

/** All who come to an unknown draw at once, in one process, wait for one asking, which ends by itself. */
function askTogether(ctx: Feeding, drawId: string, row: FeedRow | null): Promise<ImportedUpstream> {
  const askings = askingsByDatabase.get(originOf(ctx.db)) ?? new Map<string, Promise<ImportedUpstream>>();
  askingsByDatabase.set(originOf(ctx.db), askings);
  const asking = askings.get(drawId) ?? askUnknown(ctx, drawId, row).finally(() => askings.delete(drawId));
  askings.set(drawId, asking);
  return asking;
}

/** Nobody waits for long who can be shown what was imported before; the asking goes on. */
async function askKnown(ctx: Feeding, drawId: string, row: FeedRow | null): Promise<void> {
  if (!isDue(row, ctx.now(), ctx.feed.refreshMs) || (row && row.askedUntil > ctx.now())) return;
  const ask = async () => {
    const turn = await takeTurn(ctx.db, drawId, { now: ctx.now(), row });
    if (turn) await importUpstream(ctx, turn);
  };
  const asking = ask().catch((error: unknown) => {
    logFailure("A draw was not refreshed from the upstream platform.", error);
  });
  await Promise.race([asking, ctx.wait(feedTimes.patienceMs)]);
}

/**
 * Has a draw defined as the upstream platform has it, before somebody is shown it: one that is not known here, or that
 * was asked for a while ago, is asked for by one process at a time. Does nothing where there is no such platform.
 * Refusals: `draw-not-found`, and `service-unavailable` when nobody here knows it and the platform cannot be asked.
 */
export async function refreshDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  const { feed } = ctx;
  if (!feed || !idSchema.safeParse(drawId).success) return { ok: true };
  const feeding = { ...ctx, feed };
  const row = await withRetry(ctx, () => readFeedRow(ctx.db, drawId));
  const isKnown = row ? row.isKnown : await withRetry(ctx, () => isDrawKnown(ctx.db, drawId));
  if (!isKnown) return askTogether(feeding, drawId, row);
  await askKnown(feeding, drawId, row);
  return { ok: true };
}

import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import { hourMs } from "@/lib/durations";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { PaymentAccount, PaymentList } from "@/lib/gateways/payment/port";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { logFailure } from "@/lib/platform/server/log";
import { computeNextLookupAt, getLeaseEnd, matchLimits, renewLeaseMs } from "./rules";
import type { ClaimedAttempt, MatchUpdate } from "./store";
import { claimBacklog, listBackloggedDraws, recordMatches } from "./store";

type MatchContext = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait">;

/** One draw's payments with unknown outcomes that no page has shown yet, by gateway order number. */
type Backlog = { drawId: string; waiting: Map<string, ClaimedAttempt> };

type ReportReadResult = "complete" | "no-answer" | "passcode-refused" | "too-many-rows" | "no-credentials";

/** Added before and after, because the gateway's clock may differ from ours. */
const reportMarginMs = hourMs;

/** At 500 rows a page, more than one account has in a day. */
const maxPages = 10_000;

/**
 * Reads the gateway's report for draws with at least `minAttempts` due payments, instead of looking each up. Settles
 * nothing: payments in the report become due for `reconcilePayments`, and those that a complete report lacks count as
 * not found once. Safe in several processes, because each payment is leased to one reading.
 */
export function matchPayments(ctx: MatchContext, minAttempts: number = matchLimits.minAttempts): Promise<number> {
  return drainQueue(ctx, {
    perDraw: 1,
    claim: (except) => claimNextBacklog(ctx, minAttempts, except),
    work: (backlog) => matchBacklog(ctx, backlog),
    failure: "Payments could not be matched with the report yet.",
  });
}

async function claimNextBacklog(ctx: MatchContext, minAttempts: number, except: string[]): Promise<Backlog | null> {
  const now = ctx.now();
  const backlogged = await withRetry(ctx, () => listBackloggedDraws(ctx.db, now, minAttempts));
  const drawId = backlogged.find((id) => !except.includes(id));
  if (drawId === undefined) return null;
  const claim = { drawId, now, leasedUntil: getLeaseEnd(now), limit: matchLimits.maxAttempts };
  const claimed = await withRetry(ctx, () => claimBacklog(ctx.db, claim));
  return claimed.length === 0
    ? null
    : { drawId, waiting: new Map(claimed.map((attempt) => [attempt.gatewayOrderNumber, attempt])) };
}

function saveMatches(ctx: MatchContext, claimed: ClaimedAttempt[], matched: MatchUpdate): Promise<void> {
  return withRetry(ctx, () => recordMatches(ctx.db, claimed, matched));
}

/** Makes the payments on the page due now, for a lookup by any process. */
async function scheduleShownPayments(
  ctx: MatchContext,
  { waiting }: Backlog,
  numbers: readonly string[],
): Promise<void> {
  const shownAttempts = [...new Set(numbers)].flatMap((number) => waiting.get(number) ?? []);
  const shownAt = ctx.now();
  await saveMatches(ctx, shownAttempts, { shownAt, lookupAts: shownAttempts.map(() => shownAt) });
  for (const { gatewayOrderNumber } of shownAttempts) waiting.delete(gatewayOrderNumber);
}

/** The leases are short and renewed, so that the payments of a process that dies wait only briefly. */
async function renewLease(ctx: MatchContext, { waiting }: Backlog): Promise<void> {
  const leasedUntil = getLeaseEnd(ctx.now());
  const claimed = [...waiting.values()];
  await saveMatches(ctx, claimed, { lookupAts: claimed.map(() => leasedUntil) });
}

async function readPages(ctx: MatchContext, credentials: PaymentAccount, backlog: Backlog): Promise<ReportReadResult> {
  const sentMs = [...backlog.waiting.values()].map(({ sentAt }) => sentAt.getTime());
  const from = new Date(Math.min(...sentMs) - reportMarginMs);
  const to = new Date(ctx.now().getTime() + reportMarginMs);
  let renewAtMs = ctx.now().getTime() + renewLeaseMs;
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await listPayments(ctx, credentials, { from, to, cursor });
    if (page.kind === "not-authorized") return "passcode-refused";
    if (page.kind === "unreachable") return "no-answer";
    await scheduleShownPayments(
      ctx,
      backlog,
      page.payments.map(({ orderNumber }) => orderNumber),
    );
    if (ctx.now().getTime() >= renewAtMs) {
      await renewLease(ctx, backlog);
      renewAtMs = ctx.now().getTime() + renewLeaseMs;
    }
    if (page.nextCursor === null || backlog.waiting.size === 0) return "complete";
    cursor = page.nextCursor;
  }
  return "too-many-rows";
}

/** A payment counts as missing from the report only if all of it was read. */
async function postponeUnshown(ctx: MatchContext, { waiting }: Backlog, reading: ReportReadResult): Promise<void> {
  const now = ctx.now();
  const claimed = [...waiting.values()];
  const look = reading === "complete" ? { missedAt: now } : {};
  const lookupAts = claimed.map((attempt) => {
    const missedAt = attempt.missedAt ?? look.missedAt ?? null;
    return computeNextLookupAt({ ...attempt, missedAt }, now, reading === "complete") ?? getLeaseEnd(now);
  });
  await saveMatches(ctx, claimed, { ...look, lookupAts });
}

/** Returns false if the report wasn't read completely. */
async function matchBacklog(ctx: MatchContext, backlog: Backlog): Promise<boolean> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, backlog.drawId));
  const reading = credentials ? await readPages(ctx, credentials, backlog) : "no-credentials";
  await postponeUnshown(ctx, backlog, reading);
  if (reading === "complete") return true;
  logFailure("Payments could not be matched with the report.", `Draw ${backlog.drawId}: ${reading}.`);
  return false;
}

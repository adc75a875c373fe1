import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { PaymentAccount, PaymentList } from "@/lib/gateways/payment/gateway";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import { withRetry } from "@/lib/platform/db/errors";
import { drainQueue } from "@/lib/platform/jobs/drain-queue";
import { logFailure } from "@/lib/platform/server/log";
import { leaseFrom, matching, nextAskAt, renewLeaseMs } from "./rules";
import type { ClaimedAttempt, Matched } from "./store";
import { claimCrowd, listCrowdedDraws, recordMatched } from "./store";

type Matcher = Pick<Context, "db" | "gateway" | "sealer" | "now" | "random" | "wait">;

/** Payments of one draw with unknown outcomes that no page has shown yet, by their gateway order numbers. */
type Crowd = { drawId: string; waiting: Map<string, ClaimedAttempt> };

/** Whether all pages were read, or why not. */
type Reading = "whole" | "no-answer" | "passcode-refused" | "too-many-rows" | "no-credentials";

/** The gateway's clock is not ours: the report is read from an hour before to an hour after. */
const hourMs = 60 * 60_000;

/** More rows than this, at 500 a page, are not of one account's day. */
const maxPages = 10_000;

async function claimNext(ctx: Matcher, fewest: number, except: string[]): Promise<Crowd | null> {
  const now = ctx.now();
  const crowded = await withRetry(ctx, () => listCrowdedDraws(ctx.db, now, fewest));
  const drawId = crowded.find((id) => !except.includes(id));
  if (drawId === undefined) return null;
  const claim = { drawId, now, leasedUntil: leaseFrom(now), most: matching.most };
  const claimed = await withRetry(ctx, () => claimCrowd(ctx.db, claim));
  return claimed.length === 0
    ? null
    : { drawId, waiting: new Map(claimed.map((attempt) => [attempt.gatewayOrderNumber, attempt])) };
}

function record(ctx: Matcher, claimed: ClaimedAttempt[], matched: Matched): Promise<void> {
  return withRetry(ctx, () => recordMatched(ctx.db, claimed, matched));
}

/** Whatever a page shows is looked up by its number immediately, by whichever process comes first. */
async function releaseShown(ctx: Matcher, { waiting }: Crowd, numbers: readonly string[]): Promise<void> {
  const shown = [...new Set(numbers)].flatMap((number) => waiting.get(number) ?? []);
  const shownAt = ctx.now();
  await record(ctx, shown, { shownAt, askAts: shown.map(() => shownAt) });
  for (const { gatewayOrderNumber } of shown) waiting.delete(gatewayOrderNumber);
}

/** A process that dies leaves what it has not matched to the end of a lease that is short, however long it read. */
async function renewLease(ctx: Matcher, { waiting }: Crowd): Promise<void> {
  const leasedUntil = leaseFrom(ctx.now());
  const claimed = [...waiting.values()];
  await record(ctx, claimed, { askAts: claimed.map(() => leasedUntil) });
}

async function readPages(ctx: Matcher, credentials: PaymentAccount, crowd: Crowd): Promise<Reading> {
  const sentMs = [...crowd.waiting.values()].map(({ sentAt }) => sentAt.getTime());
  const from = new Date(Math.min(...sentMs) - hourMs);
  const to = new Date(ctx.now().getTime() + hourMs);
  let renewAt = ctx.now().getTime() + renewLeaseMs;
  let cursor: string | null = null;
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await listPayments(ctx, credentials, { from, to, cursor });
    if (page.kind === "not-authorized") return "passcode-refused";
    if (page.kind === "unreachable") return "no-answer";
    await releaseShown(
      ctx,
      crowd,
      page.payments.map(({ orderNumber }) => orderNumber),
    );
    if (ctx.now().getTime() >= renewAt) {
      await renewLease(ctx, crowd);
      renewAt = ctx.now().getTime() + renewLeaseMs;
    }
    if (page.nextCursor === null || crowd.waiting.size === 0) return "whole";
    cursor = page.nextCursor;
  }
  return "too-many-rows";
}

/** Only a reading that came to its end is a look: what it did not show was not found. */
async function postponeRest(ctx: Matcher, { waiting }: Crowd, reading: Reading): Promise<void> {
  const now = ctx.now();
  const claimed = [...waiting.values()];
  const look = reading === "whole" ? { missedAt: now } : {};
  const askAts = claimed.map((attempt) => {
    const missedAt = attempt.missedAt ?? look.missedAt ?? null;
    return nextAskAt({ ...attempt, missedAt }, now, reading === "whole") ?? leaseFrom(now);
  });
  await record(ctx, claimed, { ...look, askAts });
}

/** False when the gateway did not answer. */
async function matchCrowd(ctx: Matcher, crowd: Crowd): Promise<boolean> {
  const credentials = await withRetry(ctx, () => readCredentials(ctx, crowd.drawId));
  const reading = credentials ? await readPages(ctx, credentials, crowd) : "no-credentials";
  await postponeRest(ctx, crowd, reading);
  if (reading === "whole") return true;
  logFailure("Payments could not be matched with the report.", `Draw ${crowd.drawId}: ${reading}.`);
  return false;
}

/**
 * Reads pages of the gateway's report for draws with at least `fewest` due payments of unknown outcome, instead of
 * looking each one up. A page only says which to look up: what it shows is due immediately and is looked up by its
 * number (`reconcilePayments`), whatever else the page contains. What no page of a complete reading showed counts as
 * not found once, and nothing is released because of it. Returns for how many draws it read. Safe to run in several
 * processes at once: each payment is leased to one reading.
 */
export function matchPayments(ctx: Matcher, fewest: number = matching.fewest): Promise<number> {
  return drainQueue(ctx, {
    perDraw: 1,
    claim: (except) => claimNext(ctx, fewest, except),
    work: (crowd) => matchCrowd(ctx, crowd),
    failure: "Payments could not be matched with the report yet.",
  });
}

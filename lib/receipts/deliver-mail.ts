import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { logLine } from "@/lib/platform/server/log";
import type { AddressedEmail, NoEmail } from "./read-emails";
import { readEmails } from "./read-emails";
import type { WaitingState } from "./rules";
import { serverPauseMs, tryLeaseMs } from "./rules";
import type { MailLane } from "./rules.lane";
import { openLane } from "./rules.lane";
import { sendMail } from "./send-mail";
import type { ClaimedMail, MailResult } from "./store.outbox";
import { claimMails, recordResults } from "./store.outbox";

/** What delivering mail needs of a context. */
export type MailContext = Pick<
  Context,
  "db" | "mail" | "now" | "random" | "wait" | "sealer" | "checkoutHost" | "pictures"
>;

/**
 * One turn of claiming and recording, and after how long a run takes no more mails, in ms; how many are claimed for
 * each that is sent at once, so that no connection is idle while the database is asked, and how many of those that let
 * all others go first: those find room whenever they come. All are sent within a lease.
 */
const pace = { turnMs: 100, runMs: 20_000, claimedForOne: 4, bulkForOne: 2 };

type WrittenMail = { mail: ClaimedMail; write: () => AddressedEmail | NoEmail };

/** Claimed mails that wait, those that are being sent, results that are not written down yet, how many were taken. */
type MailRun = {
  lane: MailLane;
  stopping: AbortSignal | undefined;
  waiting: WrittenMail[];
  underWay: Set<Promise<void>>;
  done: MailResult[];
  taken: number;
};

function noteServer(ctx: MailContext, lane: MailLane, away: string | null): void {
  lane.isTrusted = away === null;
  const nowMs = ctx.now().getTime();
  if (away === null || nowMs < lane.pausedUntilMs) return;
  lane.pausedUntilMs = nowMs + serverPauseMs;
  logLine("warn", "Mail waits: the server could not be used.", { cause: away });
}

function mayGoOn(ctx: MailContext, { lane, stopping }: MailRun): boolean {
  return !stopping?.aborted && ctx.now().getTime() >= lane.pausedUntilMs;
}

/** Sends mails that wait, as many at once as the server is good for; each that ends makes room for the next. */
function sendOn(ctx: MailContext, run: MailRun): void {
  while (run.underWay.size < (run.lane.isTrusted ? ctx.mail.atOnce : 1) && mayGoOn(ctx, run)) {
    const next = run.waiting.shift();
    if (!next) return;
    const underWay = sendMail(ctx, next.mail, next.write).then(({ result, away }) => {
      noteServer(ctx, run.lane, away);
      run.done.push(result);
      run.underWay.delete(underWay);
      sendOn(ctx, run);
    });
    run.underWay.add(underWay);
  }
}

function roomOf(ctx: MailContext, { lane, underWay, waiting }: MailRun, claimedForOne: number): number {
  return (lane.isTrusted ? ctx.mail.atOnce * claimedForOne : 1) - underWay.size - waiting.length;
}

/** Claims as many mails as there is room for; those that let all others go first only where no other is due. */
async function claimNext(ctx: MailContext, run: MailRun): Promise<ClaimedMail[]> {
  const now = ctx.now();
  const claim = async (waits: WaitingState, most: number) => {
    const until = new Date(now.getTime() + tryLeaseMs);
    return most > 0 ? claimMails(ctx.db, { now, until, most, waits }) : [];
  };
  const first = await claim("waiting", roomOf(ctx, run, pace.claimedForOne));
  return [...first, ...(await claim("bulk", roomOf(ctx, run, pace.bulkForOne) - first.length))];
}

/** Which of two mails goes first: what no other waits for last, and of the others that of the latest buyer. */
function byTurn({ mail: left }: WrittenMail, { mail: right }: WrittenMail): number {
  const isBulk = (mail: ClaimedMail) => Number(mail.waits === "bulk");
  return isBulk(left) - isBulk(right) || right.queuedAt.getTime() - left.queuedAt.getTime();
}

/** Claims mails and reads what they tell; gives how many. */
async function takeMails(ctx: MailContext, run: MailRun): Promise<number> {
  const claimed = await claimNext(ctx, run);
  if (claimed.length === 0) return 0;
  const write = await withRetry(ctx, () => readEmails(ctx, claimed));
  run.waiting.push(...claimed.map((mail) => ({ mail, write: () => write(mail) })));
  run.waiting.sort(byTurn);
  run.taken += claimed.length;
  return claimed.length;
}

/** Results that could not be written down stay, for the next turn. */
async function recordDone(ctx: MailContext, run: MailRun): Promise<void> {
  const results = run.done.splice(0);
  if (results.length === 0) return;
  try {
    await withRetry(ctx, () => recordResults(ctx.db, results));
  } catch (error) {
    run.done.unshift(...results);
    throw error;
  }
}

async function takeTurns(ctx: MailContext, run: MailRun): Promise<void> {
  const endsAtMs = ctx.now().getTime() + pace.runMs;
  while (mayGoOn(ctx, run) && ctx.now().getTime() < endsAtMs) {
    // Both are waited for even if one fails: mails that are claimed after a run has ended wait for their lease.
    const [taken, recorded] = await Promise.allSettled([takeMails(ctx, run), recordDone(ctx, run)]);
    for (const turn of [taken, recorded]) if (turn.status === "rejected") throw turn.reason;
    sendOn(ctx, run);
    if (run.waiting.length === 0 && run.underWay.size === 0) return;
    await Promise.race([Promise.all(run.underWay), ctx.wait(pace.turnMs)]);
  }
}

/** Ends what is under way; claimed mails that will not be sent now are due for everybody again. */
async function endRun(ctx: MailContext, run: MailRun): Promise<void> {
  while (run.underWay.size > 0) await Promise.all(run.underWay);
  const tryAt = new Date(Math.max(ctx.now().getTime(), run.lane.pausedUntilMs));
  run.done.push(...run.waiting.splice(0).map(({ mail }) => ({ mail, state: mail.waits, tryAt, sentAt: null })));
  await recordDone(ctx, run);
}

/**
 * Delivers the mails that are due, each at least once: a mail is marked as sent only after the server has taken it, and
 * carries the same Message-ID when it is sent again. Several processes do so side by side. One run is bounded, and
 * sends nothing more when `stopping`; what is left is for the next. Gives how many were taken.
 */
export async function deliverMail(
  ctx: MailContext,
  lane: MailLane = openLane(),
  stopping?: AbortSignal,
): Promise<number> {
  const run: MailRun = { lane, stopping, waiting: [], underWay: new Set(), done: [], taken: 0 };
  try {
    await takeTurns(ctx, run);
  } finally {
    await endRun(ctx, run);
  }
  return run.taken;
}

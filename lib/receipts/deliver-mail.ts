import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import { logLine } from "@/lib/platform/server/log";
import { readEmails } from "./read-email";
import { serverPauseMs, tryLeaseMs } from "./rules";
import { sendMail } from "./send-mail";
import type { MailResult } from "./store.outbox";
import { claimMails, recordResults } from "./store.outbox";

/** What delivering mail needs of a context. */
export type MailContext = Pick<Context, "db" | "mail" | "now" | "random" | "wait" | "sealer" | "checkoutHost">;

/** What a process knows of the mail server from one run to the next; `isTrusted` unless it was away last. */
export type MailLane = { pausedUntilMs: number; isTrusted: boolean };

/** A lane on which nothing has gone wrong. */
export function openLane(): MailLane {
  return { pausedUntilMs: 0, isTrusted: true };
}

/** One turn of claiming and recording, and after how long a run takes no more mails, in ms. */
const pace = { turnMs: 100, runMs: 20_000 };

/** Mails under way, results that are not written down yet, and how many were taken. */
type MailRun = { lane: MailLane; underWay: Set<Promise<void>>; done: MailResult[]; taken: number };

function noteServer(ctx: MailContext, lane: MailLane, away: string | null): void {
  lane.isTrusted = away === null;
  const nowMs = ctx.now().getTime();
  if (away === null || nowMs < lane.pausedUntilMs) return;
  lane.pausedUntilMs = nowMs + serverPauseMs;
  logLine("warn", "Mail waits: the server could not be used.", { cause: away });
}

/** Claims as many mails as there is room for and starts them; gives how many. */
async function takeMails(ctx: MailContext, run: MailRun): Promise<number> {
  const most = (run.lane.isTrusted ? ctx.mail.atOnce : 1) - run.underWay.size;
  if (most <= 0) return 0;
  const now = ctx.now();
  const claimed = await claimMails(ctx.db, { now, until: new Date(now.getTime() + tryLeaseMs), most });
  if (claimed.length === 0) return 0;
  const write = await withRetry(ctx, () => readEmails(ctx, claimed));
  for (const mail of claimed) {
    const underWay = sendMail(ctx, mail, () => write(mail)).then(({ result, away }) => {
      noteServer(ctx, run.lane, away);
      run.done.push(result);
      run.underWay.delete(underWay);
    });
    run.underWay.add(underWay);
  }
  run.taken += claimed.length;
  return claimed.length;
}

/** Results that could not be written down stay, for the next turn. */
async function recordDone(ctx: MailContext, run: MailRun): Promise<void> {
  const results = [...run.done];
  if (results.length === 0) return;
  await withRetry(ctx, () => recordResults(ctx.db, results));
  run.done.splice(0, results.length);
}

async function takeTurns(ctx: MailContext, run: MailRun, stopping?: AbortSignal): Promise<void> {
  const endsAtMs = ctx.now().getTime() + pace.runMs;
  const mayTake = () => {
    const nowMs = ctx.now().getTime();
    return !stopping?.aborted && nowMs < endsAtMs && nowMs >= run.lane.pausedUntilMs;
  };
  while (mayTake()) {
    const taken = await takeMails(ctx, run);
    if (taken === 0 && run.underWay.size === 0) return;
    await Promise.race([Promise.all(run.underWay), ctx.wait(pace.turnMs)]);
    await recordDone(ctx, run);
  }
}

/**
 * Delivers the mails that are due, each at least once: a mail is marked as sent only after the server has taken it, and
 * carries the same Message-ID when it is sent again. Several processes do so side by side. One run is bounded, and
 * takes nothing more when `stopping`; what is left is for the next. Gives how many were taken.
 */
export async function deliverMail(ctx: MailContext, lane = openLane(), stopping?: AbortSignal): Promise<number> {
  const run: MailRun = { lane, underWay: new Set(), done: [], taken: 0 };
  try {
    await takeTurns(ctx, run, stopping);
  } finally {
    await Promise.all(run.underWay);
    await recordDone(ctx, run);
  }
  return run.taken;
}

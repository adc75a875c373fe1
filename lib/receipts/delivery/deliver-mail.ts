import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import type { OutgoingMail, SendOutcome } from "@/lib/gateways/mail/port";
import { withRetry } from "@/lib/platform/db/errors";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { logFailure, logLine } from "@/lib/platform/server/log";
import type { EmailWithRecipient, NoEmail } from "@/lib/receipts/email/read-emails";
import { readEmails } from "@/lib/receipts/email/read-emails";
import { renderHtml } from "@/lib/receipts/email/rules.html";
import { renderText } from "@/lib/receipts/email/rules.text";
import type { WaitingState } from "@/lib/receipts/rules";

import type { MailServerState } from "./rules";
import { computeNextTryAt, createMailServerState, serverPauseMs, tryLeaseMs } from "./rules";
import type { ClaimedMail, MailResult } from "./store";
import { claimMails, recordResults } from "./store";

export type MailContext = Pick<
  Context,
  "db" | "mail" | "now" | "random" | "wait" | "sealer" | "checkoutHost" | "pictures"
>;

/**
 * A run claims every `turnMs`, for `runMs`. Each claim takes several emails per connection, so that no connection idles
 * until the next one.
 */
const limits = { turnMs: 100, runMs: 20_000, claimedPerConnection: 4, bulkPerConnection: 2 };

type MailTask = { mail: ClaimedMail; write: () => EmailWithRecipient | NoEmail };

type MailRun = {
  mailServer: MailServerState;
  stopping: AbortSignal | undefined;
  waiting: MailTask[];
  sending: Set<Promise<void>>;
  results: MailResult[];
  claims: number;
};

/** Sends each email at least once, until the mail server accepts it. A repeat has the same Message-ID. */
export async function deliverMail(
  ctx: MailContext,
  mailServer: MailServerState = createMailServerState(),
  stopping?: AbortSignal,
): Promise<number> {
  const run: MailRun = { mailServer, stopping, waiting: [], sending: new Set(), results: [], claims: 0 };
  try {
    await runTurns(ctx, run);
  } finally {
    await endRun(ctx, run);
  }
  return run.claims;
}

async function runTurns(ctx: MailContext, run: MailRun): Promise<void> {
  const endsAtMs = ctx.now().getTime() + limits.runMs;
  while (canContinue(ctx, run) && ctx.now().getTime() < endsAtMs) {
    // Waits for both, because emails claimed after the run has ended would stay unsent until their lease expires.
    const turns = await Promise.allSettled([claimTasks(ctx, run), recordRun(ctx, run)]);
    for (const turn of turns) if (turn.status === "rejected") throw turn.reason;
    fillConnections(ctx, run);
    if (run.waiting.length === 0 && run.sending.size === 0) return;
    await Promise.race([Promise.all(run.sending), ctx.wait(limits.turnMs)]);
  }
}

function canContinue(ctx: MailContext, { mailServer, stopping }: MailRun): boolean {
  return !stopping?.aborted && ctx.now().getTime() >= mailServer.pausedUntilMs;
}

async function claimTasks(ctx: MailContext, run: MailRun): Promise<void> {
  const mails = await claimNext(ctx, run);
  if (mails.length === 0) return;
  const write = await withRetry(ctx, () => readEmails(ctx, mails));
  run.waiting.push(...mails.map((mail) => ({ mail, write: () => write(mail) })));
  run.waiting.sort(compareByPriority);
  run.claims += mails.length;
}

async function claimNext(ctx: MailContext, run: MailRun): Promise<ClaimedMail[]> {
  const now = ctx.now();
  const claim = async (waitingState: WaitingState, limit: number) => {
    const until = new Date(now.getTime() + tryLeaseMs);
    return limit > 0 ? claimMails(ctx.db, { now, until, limit, waitingState }) : [];
  };
  const first = await claim("waiting", freeSlots(ctx, run, limits.claimedPerConnection));
  return [...first, ...(await claim("bulk", freeSlots(ctx, run, limits.bulkPerConnection) - first.length))];
}

function freeSlots(ctx: MailContext, { mailServer, sending, waiting }: MailRun, claimedPerConnection: number): number {
  return (mailServer.isTrusted ? ctx.mail.concurrency * claimedPerConnection : 1) - sending.size - waiting.length;
}

function compareByPriority({ mail: left }: MailTask, { mail: right }: MailTask): number {
  const isBulk = (mail: ClaimedMail) => Number(mail.waitingState === "bulk");
  return isBulk(left) - isBulk(right) || right.queuedAt.getTime() - left.queuedAt.getTime();
}

/** After an outage only one email is tried at a time. */
function fillConnections(ctx: MailContext, run: MailRun): void {
  while (run.sending.size < (run.mailServer.isTrusted ? ctx.mail.concurrency : 1) && canContinue(ctx, run)) {
    const next = run.waiting.shift();
    if (!next) return;
    const sending = sendMail(ctx, next).then(({ result, outage }) => {
      updateServerState(ctx, run.mailServer, outage);
      run.results.push(result);
      run.sending.delete(sending);
      fillConnections(ctx, run);
    });
    run.sending.add(sending);
  }
}

function updateServerState(ctx: MailContext, mailServer: MailServerState, outage: string | null): void {
  mailServer.isTrusted = outage === null;
  const nowMs = ctx.now().getTime();
  if (outage === null || nowMs < mailServer.pausedUntilMs) return;
  mailServer.pausedUntilMs = nowMs + serverPauseMs;
  logLine("warn", "Mail waits: the server could not be used.", { cause: outage });
}

async function recordRun(ctx: MailContext, run: MailRun): Promise<void> {
  const results = run.results.splice(0);
  if (results.length === 0) return;
  try {
    await withRetry(ctx, () => recordResults(ctx.db, results));
  } catch (error) {
    run.results.unshift(...results);
    throw error;
  }
}

async function endRun(ctx: MailContext, run: MailRun): Promise<void> {
  while (run.sending.size > 0) await Promise.all(run.sending);
  const tryAt = new Date(Math.max(ctx.now().getTime(), run.mailServer.pausedUntilMs));
  run.results.push(
    ...run.waiting.splice(0).map(({ mail }) => ({ mail, state: mail.waitingState, tryAt, sentAt: null })),
  );
  await recordRun(ctx, run);
}

type SendContext = Pick<Context, "mail" | "now" | "sealer">;

type TryOutcome = (SendOutcome & { revision?: number }) | { kind: NoEmail };

/** Never throws and does not use the database. */
async function sendMail(ctx: SendContext, task: MailTask): Promise<{ result: MailResult; outage: string | null }> {
  const outcome = await tryMail(ctx, task);
  processMetrics.mailTry(outcome.kind).inc();
  const outage = outcome.kind === "unreachable" ? outcome.cause : null;
  return { result: toResult(ctx, task.mail, outcome), outage };
}

/** An email that can't be composed is tried again, because the next release may fix it. */
async function tryMail(ctx: SendContext, { mail, write }: MailTask): Promise<TryOutcome> {
  try {
    const email = write();
    if (typeof email === "string") return { kind: email };
    return { ...(await ctx.mail.send(toMail(ctx, mail, email))), revision: email.revision };
  } catch (error) {
    logFailure(`A mail of draw ${mail.drawId} could not be composed.`, error);
    return { kind: "deferred", cause: "unwritten" };
  }
}

function toMail(ctx: SendContext, mail: ClaimedMail, { to, replyTo, email, logo }: EmailWithRecipient): OutgoingMail {
  return {
    to,
    senderName: email.sender,
    replyTo,
    subject: email.subject,
    html: renderHtml(email, logo !== null),
    text: renderText(email),
    logo,
    language: email.language,
    messageId: createMessageId(ctx, mail),
  };
}

/** A digest, because `mailId` contains the secret id of the order, which mail servers must not see. */
function createMessageId({ sealer }: SendContext, { drawId, mailId }: ClaimedMail): string {
  return toCrockford(sealer.digest(`${drawId}/${mailId}`, "message-id"), 26).toLowerCase();
}

function toResult(ctx: SendContext, mail: ClaimedMail, outcome: TryOutcome): MailResult {
  const now = ctx.now();
  const [tryAt, sentAt] = [null, null];
  if (outcome.kind === "sent") return { mail, state: "sent", tryAt, sentAt: now, revision: outcome.revision };
  if (outcome.kind === "undeliverable") return { mail, state: "undeliverable", tryAt, sentAt };
  const isAboutMail = outcome.kind === "deferred";
  const nextAt = outcome.kind === "refused" ? null : computeNextTryAt({ ...mail, isAboutMail }, now);
  if (nextAt) return { mail, state: mail.waitingState, tryAt: nextAt, sentAt };
  logLine("error", `A ${mail.kind} mail was given up after ${mail.tries} tries.`, {
    drawId: mail.drawId,
    cause: "cause" in outcome ? outcome.cause : outcome.kind,
  });
  return { mail, state: "failed", tryAt, sentAt };
}

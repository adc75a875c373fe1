import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import type { OutgoingMail, SendOutcome } from "@/lib/gateways/mail/gateway";
import { withRetry } from "@/lib/platform/db/errors";
import { logFailure, logLine } from "@/lib/platform/server/log";
import type { AddressedEmail } from "./read-email";
import { readEmail } from "./read-email";
import { nextTryAt, serverPauseMs, tryLeaseMs } from "./rules";
import { renderHtml } from "./rules.html";
import { renderText } from "./rules.text";
import type { MailRow } from "./store";
import { claimMail, finishMail, listDueMails, pauseMails, postponeMail } from "./store";

/** What delivering mail needs of a context. */
export type MailContext = Pick<Context, "db" | "mail" | "now" | "random" | "wait" | "sealer" | "checkoutHost">;

/**
 * How much one run does: so many mails at once, no new ones after so many ms, so that a stopping process waits little.
 */
const limits = { lanes: 5, listed: 50, runMs: 5000 };

/** The mail's own name would tell the order's secret id to every server on the way. */
function messageIdOf({ sealer }: MailContext, { drawId, mailId }: MailRow): string {
  return toCrockford(sealer.digest(`${drawId}/${mailId}`, "message-id"), 26).toLowerCase();
}

function toMail(ctx: MailContext, row: MailRow, { to, replyTo, email }: AddressedEmail): OutgoingMail {
  return {
    to,
    senderName: email.sender,
    replyTo,
    subject: email.subject,
    html: renderHtml(email),
    text: renderText(email),
    language: email.language,
    messageId: messageIdOf(ctx, row),
  };
}

/** A mail that cannot be written is kept and tried again like one that was not taken: the next release may mend it. */
async function sendMail(ctx: MailContext, row: MailRow): Promise<SendOutcome | "undeliverable"> {
  try {
    const addressed = await withRetry(ctx, () => readEmail(ctx, row));
    return addressed ? await ctx.mail.send(toMail(ctx, row, addressed)) : "undeliverable";
  } catch (error) {
    logFailure(`A mail of draw ${row.drawId} could not be written.`, error);
    return { kind: "deferred", cause: "unwritten" };
  }
}

async function recordFailure(ctx: MailContext, row: MailRow, outcome: Exclude<SendOutcome, { kind: "sent" }>) {
  const isServerAway = outcome.kind === "unreachable";
  const tryAt = outcome.kind === "refused" ? null : nextTryAt({ ...row, isServerAway }, ctx.now());
  if (tryAt) return withRetry(ctx, () => postponeMail(ctx.db, row, tryAt));
  logLine("error", `A ${row.kind} mail is given up after ${row.tries} tries.`, {
    drawId: row.drawId,
    cause: outcome.cause,
  });
  return withRetry(ctx, () => finishMail(ctx.db, row, "failed", ctx.now()));
}

/** Tries one mail if nobody else does. Gives false when no other mail would be taken either. */
async function tryMail(ctx: MailContext, due: MailRow): Promise<boolean> {
  const now = ctx.now();
  const row = await claimMail(ctx.db, due, now, new Date(now.getTime() + tryLeaseMs));
  if (!row) return true;
  const outcome = await sendMail(ctx, row);
  if (outcome === "undeliverable") await finishMail(ctx.db, row, "undeliverable", ctx.now());
  else if (outcome.kind === "sent") await withRetry(ctx, () => finishMail(ctx.db, row, "sent", ctx.now()));
  else await recordFailure(ctx, row, outcome);
  const isServerAway = outcome !== "undeliverable" && outcome.kind === "unreachable";
  if (isServerAway) logLine("warn", "Mail waits: the server could not be used.", { cause: outcome.cause });
  return !isServerAway;
}

/** Tries mails side by side until none is left, the time is over, or the server is found away. */
async function tryAll(ctx: MailContext, due: MailRow[], stopAt: number): Promise<boolean> {
  const waiting = [...due];
  let isServerThere = true;
  async function work(): Promise<void> {
    for (let next = waiting.shift(); next && isServerThere && ctx.now().getTime() < stopAt; next = waiting.shift()) {
      if (!(await tryMail(ctx, next))) isServerThere = false;
    }
  }
  await Promise.all(Array.from({ length: limits.lanes }, work));
  return isServerThere;
}

/**
 * Delivers the mails that are due, each at least once: a mail is marked as sent only after the server has taken it, and
 * carries the same Message-ID when it is sent again. One run is bounded; what is left is for the next. Gives how many
 * were due.
 */
export async function deliverMail(ctx: MailContext): Promise<number> {
  const stopAt = ctx.now().getTime() + limits.runMs;
  for (let count = 0; ; ) {
    const due = await listDueMails(ctx.db, ctx.now(), limits.listed);
    count += due.length;
    const isServerThere = await tryAll(ctx, due, stopAt);
    if (!isServerThere) await pauseMails(ctx.db, new Date(ctx.now().getTime() + serverPauseMs));
    if (!isServerThere || due.length < limits.listed || ctx.now().getTime() >= stopAt) return count;
  }
}

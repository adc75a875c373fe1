import "server-only";

import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import type { OutgoingMail, SendOutcome } from "@/lib/gateways/mail/gateway";
import { processMetrics } from "@/lib/platform/monitoring/process-metrics";
import { logFailure, logLine } from "@/lib/platform/server/log";
import type { AddressedEmail, NoEmail } from "./read-emails";
import { nextTryAt } from "./rules";
import { renderHtml } from "./rules.html";
import { renderText } from "./rules.text";
import type { ClaimedMail, MailResult } from "./store.outbox";

type SendContext = Pick<Context, "mail" | "now" | "sealer">;

/** What a try came to: the server's outcome, from which definition it was written, or why there was nothing to send. */
type TryOutcome = (SendOutcome & { revision?: number }) | { kind: NoEmail };

/** The mail's own name would tell the order's secret id to every server on the way. */
function messageIdOf({ sealer }: SendContext, { drawId, mailId }: ClaimedMail): string {
  return toCrockford(sealer.digest(`${drawId}/${mailId}`, "message-id"), 26).toLowerCase();
}

function toMail(ctx: SendContext, claimed: ClaimedMail, { to, replyTo, email, logo }: AddressedEmail): OutgoingMail {
  return {
    to,
    senderName: email.sender,
    replyTo,
    subject: email.subject,
    html: renderHtml(email, logo !== null),
    text: renderText(email),
    logo,
    language: email.language,
    messageId: messageIdOf(ctx, claimed),
  };
}

/** A mail that cannot be written is kept and tried again like one that was not taken: the next release may mend it. */
async function tryMail(
  ctx: SendContext,
  claimed: ClaimedMail,
  write: () => AddressedEmail | NoEmail,
): Promise<TryOutcome> {
  try {
    const written = write();
    if (typeof written === "string") return { kind: written };
    return { ...(await ctx.mail.send(toMail(ctx, claimed, written))), revision: written.revision };
  } catch (error) {
    logFailure(`A mail of draw ${claimed.drawId} could not be written.`, error);
    return { kind: "deferred", cause: "unwritten" };
  }
}

function resultOf(ctx: SendContext, mail: ClaimedMail, outcome: TryOutcome): MailResult {
  const now = ctx.now();
  const [tryAt, sentAt] = [null, null];
  if (outcome.kind === "sent") return { mail, state: "sent", tryAt, sentAt: now, revision: outcome.revision };
  if (outcome.kind === "undeliverable") return { mail, state: "undeliverable", tryAt, sentAt };
  const isAboutMail = outcome.kind === "deferred";
  const nextAt = outcome.kind === "refused" ? null : nextTryAt({ ...mail, isAboutMail }, now);
  if (nextAt) return { mail, state: mail.waits, tryAt: nextAt, sentAt };
  logLine("error", `A ${mail.kind} mail is given up after ${mail.tries} tries.`, {
    drawId: mail.drawId,
    cause: "cause" in outcome ? outcome.cause : outcome.kind,
  });
  return { mail, state: "failed", tryAt, sentAt };
}

/**
 * Tries a claimed mail, which `write` writes, and gives what is to be recorded of it; `away` is why the server could
 * not be used, whichever mail it would be. Never throws, and asks no database.
 */
export async function sendMail(
  ctx: SendContext,
  claimed: ClaimedMail,
  write: () => AddressedEmail | NoEmail,
): Promise<{ result: MailResult; away: string | null }> {
  const outcome = await tryMail(ctx, claimed, write);
  processMetrics.mailTry(outcome.kind).inc();
  const away = outcome.kind === "unreachable" ? outcome.cause : null;
  return { result: resultOf(ctx, claimed, outcome), away };
}

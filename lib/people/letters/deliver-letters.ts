import "server-only";

import type { Context } from "@/lib/context";
import { dayMs, minuteMs } from "@/lib/durations";
import type { PersonRow } from "@/lib/people/store";
import { withRetry } from "@/lib/platform/db/errors";
import { logLine } from "@/lib/platform/server/log";
import { renderHtml } from "@/lib/receipts/email/rules.html";
import { renderText } from "@/lib/receipts/email/rules.text";
import type { LetterContent } from "./rules";
import { writeLetter } from "./rules";
import type { DueLetter } from "./store";
import { claimLetters, deleteLetter } from "./store";

export type LetterContext = Pick<Context, "db" | "mail" | "now" | "random" | "wait" | "checkoutHost">;

const retryDelayMs = 2 * minuteMs;

/** A letter that no mail server accepted is dropped after this time. */
const maxRetryMs = 3 * dayMs;

/** Delivers queued letters, each at least once. Returns how many were claimed. */
export async function deliverLetters(ctx: LetterContext): Promise<number> {
  const now = ctx.now();
  const until = new Date(now.getTime() + retryDelayMs);
  const letters = await withRetry(ctx, () => claimLetters(ctx.db, { now, until, limit: 5 }));
  for (const letter of letters) await deliverOne(ctx, letter);
  return letters.length;
}

async function deliverOne(ctx: LetterContext, letter: DueLetter): Promise<void> {
  const { letterId, kind, detail, queuedAt } = letter;
  const outcome = await sendLetter(ctx, letter, { letterId, kind, detail });
  const isOld = ctx.now().getTime() - queuedAt.getTime() > maxRetryMs;
  if (outcome.kind !== "sent" && outcome.kind !== "refused" && !isOld) return;
  if (outcome.kind !== "sent")
    logLine("warn", "A letter to a person was dropped undelivered.", { cause: outcome.cause });
  await withRetry(ctx, () => deleteLetter(ctx.db, letterId));
}

type Recipient = Pick<PersonRow, "email" | "locale">;

/** Sends an invitation at once, because its code is stored nowhere. Returns whether a mail server accepted it. */
export async function sendInvitation(ctx: Context, person: Recipient, link: string): Promise<boolean> {
  const letterId = Buffer.from(ctx.random(16)).toString("base64url");
  const outcome = await sendLetter(ctx, person, { letterId, kind: "invitation", detail: link });
  if (outcome.kind !== "sent") logLine("warn", "An invitation could not be mailed.", { cause: outcome.cause });
  return outcome.kind === "sent";
}

/** `letterId` stays the same when a letter is sent again. */
function sendLetter(
  ctx: Pick<Context, "mail" | "checkoutHost">,
  { email, locale }: Recipient,
  { letterId, ...letter }: LetterContent & { letterId: string },
) {
  const content = writeLetter(locale, ctx.checkoutHost, letter);
  return ctx.mail.send({
    to: email,
    senderName: content.sender,
    replyTo: null,
    subject: content.subject,
    logo: null,
    html: renderHtml(content),
    text: renderText(content),
    language: locale,
    messageId: `console-${letterId}`,
  });
}

import "server-only";

import type { Context } from "@/lib/context";
import { logLine } from "@/lib/platform/server/log";
import { renderHtml } from "@/lib/receipts/email/rules.html";
import { renderText } from "@/lib/receipts/email/rules.text";

import type { LetterNews } from "./rules.letters";
import { writeLetter } from "./rules.letters";
import type { PersonRow } from "./store";

type Addressee = Pick<PersonRow, "email" | "locale">;

/** Sends the link of an invitation at once, as its code is stored nowhere; says whether a server has taken it. */
export async function sendInvitation(ctx: Context, person: Addressee, link: string): Promise<boolean> {
  const letterId = Buffer.from(ctx.random(16)).toString("base64url");
  const outcome = await sendLetter(ctx, person, { letterId, kind: "invitation", detail: link });
  if (outcome.kind !== "sent") logLine("warn", "An invitation could not be mailed.", { cause: outcome.cause });
  return outcome.kind === "sent";
}

/** Sends one letter; `letterId` is the same at a repeat. */
export function sendLetter(
  ctx: Pick<Context, "mail" | "checkoutHost">,
  { email, locale }: Addressee,
  { letterId, ...news }: LetterNews & { letterId: string },
) {
  const content = writeLetter(locale, ctx.checkoutHost, news);
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

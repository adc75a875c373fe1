import { drawSchema } from "@/lib/draws/schema";
import type { Language } from "@/lib/platform/i18n/routing";
import { findTranslator } from "@/lib/platform/i18n/translator";
import { writeEmail } from "@/lib/receipts/email/rules";
import type { EmailContent } from "@/lib/receipts/email/rules.content";
import { renderHtml } from "@/lib/receipts/email/rules.html";
import type { EmailEvent } from "@/lib/receipts/email/rules.message";
import { renderText } from "@/lib/receipts/email/rules.text";
import type { MailKind } from "@/lib/receipts/rules";

import { receiptDraw, receiptOrder } from "./receipt-draw";

const hasKind: Record<MailKind, true> = {
  receipt: true,
  copy: true,
  refund: true,
  returned: true,
  result: true,
  corrected: true,
  dates: true,
  cancelled: true,
};
export const mailKinds = Object.keys(hasKind) as MailKind[];

/** Changes to `receiptOrder`, `receiptDraw` and a card refund of $45.50. `prize` is in dollars. */
export type EmailChange = {
  order?: object;
  draw?: object;
  refund?: Partial<EmailEvent["refund"]>;
  results?: EmailEvent["results"];
  prize?: number | null;
  queuedAt?: string;
};

export function receiptEmail(
  kind: MailKind,
  language: Language,
  { order, draw, refund, results = [], prize = 24_627.5, queuedAt = "2026-11-21T20:15:00Z" }: EmailChange = {},
): EmailContent {
  const paper = {
    t: findTranslator(language),
    language,
    order: { ...receiptOrder(language), ...order },
    draw: drawSchema.parse({ ...receiptDraw, ...draw }),
    checkoutHost: "https://tickets.example.test",
  };
  return writeEmail(paper, {
    kind,
    queuedAt: new Date(queuedAt),
    refund: { amount: 45.5, isCash: false, numbers: [], ...refund },
    results,
    prizes: new Map([["main", prize]]),
  });
}

export function getBodies(email: EmailContent): [string, string] {
  return [renderText(email), renderHtml(email)];
}

export function visibleTexts(html: string): string {
  return html
    .replace(/<style>.*?<\/style>/s, "")
    .replace(/<\/?span[^>]*>/g, "")
    .replace(/<[^>]+>/g, "\n")
    .replaceAll("&#39;", "'")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&");
}

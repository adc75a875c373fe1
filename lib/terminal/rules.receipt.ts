import type { Language } from "@/lib/platform/i18n/routing";
import { localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import type { EmailPart } from "@/lib/receipts/rules.email";
import { playLines } from "@/lib/receipts/rules.emails";
import type { Paper, PaperDraw } from "@/lib/receipts/rules.parts";
import { organizationPart, plainText } from "@/lib/receipts/rules.parts";
import { receiptParts } from "@/lib/receipts/rules.sale";

import type { TerminalOrder } from "./rules.orders";
import { paperWidths } from "./rules.registration";

/** Width of the roll that a receipt is printed on, in mm; null for a sheet of whatever printer the tablet has. */
export type PaperWidth = (typeof paperWidths)[number] | null;

/** The receipt of a terminal as words, in the language of its order. */
export type Receipt = {
  language: Language;
  /** What must be seen before all else: which reprint it is, that its numbers are void, that it is a test. */
  marks: string[];
  organization: string;
  title: string;
  heading: string;
  parts: EmailPart[];
  smallPrint: string[];
  thanks: string;
  /** What the code on the paper opens, and what is said beside it. */
  code: { address: string; label: string };
};

/** What a receipt is written from; `copy` is 0 for the first print, then which reprint it is. */
export type ReceiptInput = {
  t: Translate;
  order: TerminalOrder;
  draw: PaperDraw & Parameters<typeof playLines>[0]["draw"];
  checkoutHost: string;
  copy: number;
};

/** Facts that belong together, under the name of the first: a roll has no room to name each line of an address. */
function asBlock(part: EmailPart): EmailPart {
  const [first] = part.kind === "facts" ? part.facts : [];
  if (part.kind !== "facts" || !first) return part;
  return { ...part, facts: [{ name: first.name, value: part.facts.map(({ value }) => value).join("\n") }] };
}

/** The roll of a printer as its device was told: `browser` and what names no width print on a sheet. */
export function paperWidthOf(printer: string | undefined): PaperWidth {
  const numbers = (printer ?? "").match(/\d+/g) ?? [];
  const [named] = numbers.flatMap((number) => paperWidths.filter((width) => String(width) === number));
  return named ?? null;
}

/** Writes the receipt that a terminal prints: all that a receipt must carry, once, and the same on every reprint. */
export function writeReceipt({ t, order, draw, checkoutHost, copy }: ReceiptInput): Receipt {
  const language = order.locale;
  const paper: Paper = { t, language, order, draw, checkoutHost };
  return {
    language,
    marks: [
      ...(copy > 0 ? [t("terminalReceipt.copy", { number: copy })] : []),
      ...(order.status === "refunded" ? [t("terminalReceipt.void")] : []),
      ...(order.isTest ? [t("terminalReceipt.testMark")] : []),
    ],
    organization: plainText(draw.organization, language),
    title: plainText(draw.title, language),
    heading: t("order.yourNumbers"),
    parts: [...receiptParts(paper), asBlock(organizationPart(paper))],
    smallPrint: playLines(paper).map(({ text, link }) => (link ? `${text} ${link.label}` : text)),
    thanks: t("terminalReceipt.thanks"),
    code: {
      address: checkoutHost + localizedPath(language, `/order/${order.instanceId}/${order.orderId}`),
      label: t("terminalReceipt.scan"),
    },
  };
}

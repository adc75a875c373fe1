import { mainPoolId, scheduleOf } from "@/lib/draws/rules";
import { earlyBirdsWithPrizes } from "@/lib/draws/rules.moments";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import type { SecondDraw } from "@/lib/draws/schema.packages";
import type { LocalText } from "@/lib/local-text";
import { localText } from "@/lib/local-text";
import type { NumberRangeView, OrderView } from "@/lib/orders/rules";
import { bundleCount, groupLines } from "@/lib/orders/rules.line-groups";
import type { DrawOfPools } from "@/lib/orders/rules.pool-facts";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { formatTicketNumber, groupByPool } from "@/lib/orders/rules.pool-numbers";
import { nameOrganization } from "@/lib/organization-name";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import { formatTemplate } from "@/lib/platform/i18n/format-template";
import type { Language } from "@/lib/platform/i18n/routing";
import { formatLocale, localizedPath } from "@/lib/platform/i18n/routing";
import type { Translate } from "@/lib/platform/i18n/translator";
import type { EmailFact, EmailLine, EmailPart } from "./rules.email";

/** What a paper says of a draw: a stored one, or its public projection. */
export type PaperDraw = DrawOfPools &
  Pick<
    PublicDraw,
    | "id"
    | "type"
    | "charity"
    | "province"
    | "prizes"
    | "bundles"
    | "teams"
    | "drawLocation"
    | "organization"
    | "organizationAddress"
    | "supportEmail"
    | "additionalOptions"
  > & { secondDraws: readonly Pick<SecondDraw, "id" | "type">[] };

/** What a paper about an order is written from. `checkoutHost` is the origin of our pages. */
export type Paper = {
  t: Translate;
  language: Language;
  order: OrderView;
  draw: PaperDraw;
  checkoutHost: string;
};

/** A text of the draw in the email's language, on one line. */
export function plainText(text: LocalText, language: Language): string {
  return localText(text, language)
    .text.replace(/\s*[\r\n\t]+\s*/g, " ")
    .trim();
}

const dollarStyle = { style: "currency", currency: "CAD", currencyDisplay: "narrowSymbol" } as const;

/** Formatters of each language, made once: that takes much longer than their use. */
function moneyFormatsOf(style: Intl.NumberFormatOptions): Record<Language, Intl.NumberFormat> {
  return {
    en: new Intl.NumberFormat(formatLocale("en"), style),
    fr: new Intl.NumberFormat(formatLocale("fr"), style),
  };
}

const moneyFormats = moneyFormatsOf(dollarStyle);
const shortMoneyFormats = moneyFormatsOf({
  ...dollarStyle,
  trailingZeroDisplay: "stripIfInteger",
} as Intl.NumberFormatOptions);

/** The organization of the draw as a sentence says it. */
export function organizationName({
  t,
  draw,
  language,
}: Pick<Paper, "t" | "language"> & { draw: Pick<PaperDraw, "organization"> }): string {
  return nameOrganization((values) => t.markup("organization.named", values), draw.organization, language);
}

/** An amount in dollars as Canada writes it: `$1,234.56`, `1 234,56 $`. */
export function formatMoney(dollars: number, language: Language): string {
  return moneyFormats[language].format(dollars);
}

/** An amount without cents where it has none: `$20`, `20 $`. */
export function formatShortMoney(dollars: number, language: Language): string {
  return shortMoneyFormats[language].format(dollars);
}

/** An instant in the draw's time zone, with the year and the zone. */
export function formatMoment({ draw, language }: Pick<Paper, "draw" | "language">, at: string | Date): string {
  return formatInstant(at, language, draw.timeZone, "dated");
}

/** When an order was bought, as the draw wants that written (`displayDateTimeTicketPurchaseTemplate`). */
export function formatPurchase(
  { draw, language }: { draw: Pick<PublicDraw, "timeZone" | "additionalOptions">; language: Language },
  at: string | Date,
): string {
  const { displayDateTimeTicketPurchaseTemplate: template } = draw.additionalOptions;
  const { timeZone } = draw;
  return template
    ? formatTemplate(template, at, { locale: language, timeZone })
    : formatInstant(at, language, timeZone, "dated");
}

/** The address of the draw's page in the email's language. */
export function drawAddress({ checkoutHost, language, draw }: Paper): string {
  return checkoutHost + localizedPath(language, `/${draw.id}`);
}

/** Ranges under the draw they play in, each with its date and its own licence. */
export function numbersPart(paper: Paper, numbers: NumberRangeView[], title = ""): EmailPart[] {
  const { t, draw, language } = paper;
  if (numbers.length === 0) return [];
  const draws = groupByPool(numbers, poolFactsOf(draw, language)).map(
    ({ title: drawTitle, drawn, licence, ranges }) => ({
      title: plainText(drawTitle, language),
      when: drawn ? t("order.poolDrawn", { date: drawn }) : "",
      notes: licence ? [t("order.poolLicence", { number: licence })] : [],
      ranges: ranges.map(({ first, last, void: isVoid }) => ({
        words: [...new Set([first, last])].map(formatTicketNumber).join("\u00a0–\u00a0"),
        count: t("order.numbersInRange", { count: last - first + 1 }),
        isVoid,
      })),
    }),
  );
  return [{ kind: "numbers", title, draws, voidWord: t("order.void") }];
}

function groupName({ t, draw, language }: Paper, group: ReturnType<typeof groupLines>[number]): string {
  const pools = poolFactsOf(draw, language);
  const lines = group.lines.map(({ poolId, tickets }) =>
    [t("order.tickets", { count: tickets }), plainText(pools.get(poolId)?.title ?? poolId, language)].join(" · "),
  );
  if (!group.bundleId) return lines.join(", ");
  const bundle = draw.bundles.find(({ id }) => id === group.bundleId);
  const title = bundle ? plainText(bundle.title, language) : t("order.bundle");
  const count = bundleCount(draw, group);
  const name = count > 1 ? t("order.bundles", { count, title }) : title;
  return t("receipt.bundle", { name, contents: lines.join(", ") });
}

/** What each line cost and how many tickets it is, and the sum. */
export function pricesPart(paper: Paper): EmailPart {
  const { t, order, language } = paper;
  const rows = groupLines(order.lines).map((group) => ({
    name: groupName(paper, group),
    value: formatMoney(group.amount, language),
  }));
  const total = { name: t("receipt.total"), value: formatMoney(order.amount, language) };
  return { kind: "prices", title: t("receipt.prices"), rows, total };
}

/** Money of the order that went back by now, and when: a receipt that is sent after a refund must not hide it. */
export function refundsPart(paper: Paper): EmailPart[] {
  const { t, order, language } = paper;
  const facts = order.refunds.flatMap(({ doneAt, amount, lines }) => {
    if (!doneAt || lines === 0) return [];
    const reach = t(amount === order.amount ? "order.refunds.whole" : "order.refunds.part");
    const date = t("order.refunds.done.date", { date: formatMoment(paper, doneAt) });
    return [{ name: `${reach} · ${date}`, value: formatMoney(amount, language) }];
  });
  if (facts.length === 0) return [];
  return [{ kind: "facts", title: t("order.refunds.heading", { count: facts.length }), facts }];
}

type DatedDraw = { at: Date; name: string; prizes?: string };

function mainDates({ t, draw, language }: Paper): DatedDraw[] {
  const birds = earlyBirdsWithPrizes(draw).map(({ at, prizes }, index) => ({
    at,
    name: t("draw.dates.earlyBird", { number: index + 1 }),
    prizes: prizes.map(({ description }) => plainText(description, language)).join(" · "),
  }));
  return [...birds, { at: scheduleOf(draw).drawsAt, name: t("draw.dates.draw") }];
}

function secondDates({ t, draw, language }: Paper, played: ReadonlySet<string>): DatedDraw[] {
  return draw.secondDraws.flatMap(({ id, title, drawDate }) => {
    const name = t("draw.dates.secondDraw", { title: plainText(title, language) });
    return played.has(id) && drawDate ? [{ at: new Date(drawDate), name }] : [];
  });
}

/** The dates as a mail lists them, with what early birds win, or without what a short paper says beside the numbers. */
function dateFacts(paper: Paper, dates: readonly DatedDraw[], isShort: boolean): EmailFact[] {
  const pools = poolFactsOf(paper.draw, paper.language);
  const said = new Set(paper.order.numbers.map(({ poolId }) => pools.get(poolId)?.drawn));
  const facts = dates.map(({ at, name, prizes }) => ({ name, value: formatMoment(paper, at), prizes }));
  if (isShort) return facts.filter(({ value }) => !said.has(value)).map(({ name, value }) => ({ name, value }));
  return facts.map(({ prizes, ...fact }) => (prizes ? { ...fact, detail: prizes } : fact));
}

/**
 * Every date on which a number of the order is drawn, in their order, where it is drawn, and which draw it is. What is
 * short leaves out prizes, and a date that stands beside the numbers.
 */
export function datesPart(paper: Paper, isShort: boolean): EmailPart {
  const { t, draw, order, language } = paper;
  const played = new Set(order.numbers.map(({ poolId }) => poolId));
  const dates = [...(played.has(mainPoolId) ? mainDates(paper) : []), ...secondDates(paper, played)];
  const place = plainText(draw.drawLocation, language);
  const facts = [
    ...dateFacts(
      paper,
      dates.sort((left, right) => left.at.getTime() - right.at.getTime()),
      isShort,
    ),
    ...(place ? [{ name: t("receipt.place"), value: place }] : []),
    { name: t("receipt.drawId"), value: draw.id },
  ];
  return { kind: "facts", title: t("receipt.dates"), facts };
}

/** The organization's address on one line; empty where the draw has none. */
export function addressLineOf({ organizationAddress }: Pick<Draw, "organizationAddress">): string {
  const { line1, line2, city, state, postal_code } = organizationAddress;
  return [line1, line2, [city, state, postal_code].filter(Boolean).join(" ")].filter(Boolean).join(", ");
}

/** How to reach who runs the draw. */
export function contactFacts({ t, draw: { supportEmail } }: Paper): EmailFact[] {
  return supportEmail ? [{ name: t("receipt.contact"), value: supportEmail }] : [];
}

/** The number by which the organization is known as a charity; empty where it has none. */
function registrationOf({ t, draw }: Paper): string {
  const number = draw.charity?.registration;
  return number ? t("draw.registration", { number: number.replaceAll(" ", "\u00a0") }) : "";
}

/** Who runs the draw, and where they are; what is short leaves out the number of a charity. */
export function organizationPart(paper: Paper, isShort: boolean): EmailPart {
  const { t, draw, language } = paper;
  const [value = "", detail] = [plainText(draw.organization, language), isShort ? "" : registrationOf(paper)].filter(
    Boolean,
  );
  const facts = [
    { name: t("order.organization"), value, ...(detail ? { detail } : {}) },
    { name: t("receipt.address"), value: addressLineOf(draw) },
  ];
  return { kind: "facts", title: t("draw.organization"), facts: facts.filter((fact) => fact.value) };
}

/** Who sent a mail, and for whom. */
export function senderLine(paper: Paper): EmailLine {
  const { t, draw, language } = paper;
  return { text: t("receipt.sentFor", { organization: organizationName(paper) || plainText(draw.title, language) }) };
}

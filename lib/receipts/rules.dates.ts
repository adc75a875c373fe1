import { mainPoolId, scheduleOf } from "@/lib/draws/rules";
import { earlyBirdsWithPrizes } from "@/lib/draws/rules.moments";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { EmailContent, EmailDate, EmailFact, EmailPart } from "./rules.email";
import type { Paper } from "./rules.paper";
import { formatMoment, plainText } from "./rules.paper";

/**
 * A date on which a number of an order can win; `what` an early bird wins, or which draw is drawn, where that is not
 * clear; `isEnd` unless it is an early bird.
 */
type DatedDraw = { at: Date; name: string; what: string; isEnd: boolean };

function mainDates({ t, draw, language }: Paper, isNamed: boolean): DatedDraw[] {
  const what = isNamed ? plainText(draw.title, language) : "";
  const birds = earlyBirdsWithPrizes(draw).map(({ at, prizes }, index) => ({
    at,
    name: t("draw.dates.earlyBird", { number: index + 1 }),
    what: prizes.map(({ description }) => plainText(description, language)).join(" · "),
    isEnd: false,
  }));
  return [...birds, { at: scheduleOf(draw).drawsAt, name: t("draw.dates.draw"), what, isEnd: true }];
}

function secondDates({ t, draw, language }: Paper, played: ReadonlySet<string>): DatedDraw[] {
  return draw.secondDraws.flatMap(({ id, title, drawDate }) => {
    const what = plainText(title, language);
    const name = t("draw.dates.secondDraw", { title: what });
    return played.has(id) && drawDate ? [{ at: new Date(drawDate), name, what, isEnd: true }] : [];
  });
}

/** Every date on which a number of the order is drawn, in their order. */
function datesOf(paper: Paper): DatedDraw[] {
  const played = new Set(paper.order.numbers.map(({ poolId }) => poolId));
  const dates = [...(played.has(mainPoolId) ? mainDates(paper, played.size > 1) : []), ...secondDates(paper, played)];
  return dates.sort((left, right) => left.at.getTime() - right.at.getTime());
}

/** The dates that stand beside numbers; beside those that are void stands none in a mail. */
function saidDates({ order, draw, language }: Paper, { withVoid }: { withVoid: boolean }): Set<string | null> {
  const pools = poolFactsOf(draw, language);
  const told = order.numbers.filter((range) => withVoid || !range.void);
  return new Set(told.map(({ poolId }) => pools.get(poolId)?.drawn ?? null));
}

/** Where the draw is held, and which draw it is. */
function drawFacts({ t, draw, language }: Paper, { withPlace }: { withPlace: boolean }): EmailFact[] {
  const place = plainText(draw.drawLocation, language);
  return [
    ...(place && withPlace ? [{ name: t("receipt.place"), value: place }] : []),
    { name: t("receipt.drawId"), value: draw.id },
  ];
}

/** What a short paper says of the draw: where and which it is, and each date that does not stand beside the numbers. */
export function shortDatesPart(paper: Paper): EmailPart {
  const said = saidDates(paper, { withVoid: true });
  const dates = datesOf(paper).map(({ at, name }) => ({ name, value: formatMoment(paper, at) }));
  const facts = [...dates.filter(({ value }) => !said.has(value)), ...drawFacts(paper, { withPlace: true })];
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

/** The only drawing but for early birds, which then has the place beside it; null where there are several, or none. */
function onlyEndOf(dates: readonly DatedDraw[]): DatedDraw | null {
  const [only, ...others] = dates.filter(({ isEnd }) => isEnd);
  return only && others.length === 0 ? only : null;
}

/** What a mail says of the draw beside its dates. */
export function drawPart(paper: Paper): EmailPart {
  const facts = drawFacts(paper, { withPlace: onlyEndOf(datesOf(paper)) === null });
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

/**
 * The dates of an order as a mail lists them. Each is written in full once: that of numbers stands beside them, unless
 * they are void.
 */
export function keyDatesOf(paper: Paper): EmailContent["keyDates"] {
  const { t, draw, language } = paper;
  const said = saidDates(paper, { withVoid: false });
  const dates = datesOf(paper);
  const withPlace = onlyEndOf(dates);
  const listed = dates.map((date): EmailDate => {
    const { at, what, isEnd } = date;
    const name = isEnd ? t("draw.dates.draw") : date.name;
    const words = formatMoment(paper, at);
    const place = date === withPlace ? plainText(draw.drawLocation, language) : "";
    const day = formatInstant(at, language, draw.timeZone, "brief");
    return { day, name, what, when: isEnd && said.has(words) ? "" : words, place };
  });
  return listed.length > 0 ? { title: t("draw.dates.heading"), dates: listed } : null;
}

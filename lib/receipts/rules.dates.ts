import { mainPoolId, scheduleOf, secondDrawsAt } from "@/lib/draws/rules";
import { earlyBirdsWithPrizes, prizesAtEnd } from "@/lib/draws/rules.moments";
import type { Prize } from "@/lib/draws/rules.winners";
import { soldAtOf } from "@/lib/orders/rules";
import { poolFactsOf } from "@/lib/orders/rules.pool-facts";
import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";
import type { EmailContent, EmailDate, EmailFact, EmailPart } from "./rules.email";
import type { Paper, PaperDraw } from "./rules.paper";
import { formatMoment, plainText } from "./rules.paper";
import { greatestTypeOf } from "./rules.stakes";

/** A date on which a number of an order can win, and what; `title` of the draw that is drawn, none of an early bird. */
type DatedDraw = { at: Date; name: string; title?: string; prizes: string[] };

const wordsOf = (prizes: readonly Prize[], language: Language) =>
  prizes.map(({ description }) => plainText(description, language));

/** What the drawing of a pool is for: its prizes, before them half of the pot where that is the prize and unlisted. */
function endPrizes(paper: Paper, pool: Pick<PaperDraw, "type" | "prizes">, poolId: string, at: Date): string[] {
  const { t, language } = paper;
  const isHalf = pool.type === "5050 Cash" && greatestTypeOf(paper, poolId) === undefined;
  return [...(isHalf ? [t("receipt.halfOfPot")] : []), ...wordsOf(prizesAtEnd(pool.prizes, at), language)];
}

/** The dates of the main draw; of its early birds those that were to come when the ticket was bought. */
function mainDates(paper: Paper): DatedDraw[] {
  const { t, draw, language } = paper;
  const soldAt = soldAtOf(paper.order);
  const birds = earlyBirdsWithPrizes(draw).map(({ at, prizes }, index) => {
    const name = t("draw.dates.earlyBird", { number: index + 1 });
    return { at, name, prizes: wordsOf(prizes, language) };
  });
  const toCome = birds.filter(({ at }) => at >= soldAt);
  const at = scheduleOf(draw).drawsAt;
  const end = { at, name: t("draw.dates.draw"), title: plainText(draw.title, language) };
  return [...toCome, { ...end, prizes: endPrizes(paper, draw, mainPoolId, at) }];
}

function secondDates(paper: Paper, played: ReadonlySet<string>): DatedDraw[] {
  return paper.draw.secondDraws.flatMap((second) => {
    const at = secondDrawsAt(second);
    if (!played.has(second.id) || !at) return [];
    const title = plainText(second.title, paper.language);
    const name = paper.t("draw.dates.secondDraw", { title });
    return [{ at, name, title, prizes: endPrizes(paper, second, second.id, at) }];
  });
}

/** Every date on which a number of the order is drawn, in their order; a void number is in no draw. */
function datesOf(paper: Paper): DatedDraw[] {
  const played = new Set(paper.order.numbers.filter((range) => !range.void).map(({ poolId }) => poolId));
  const dates = [...(played.has(mainPoolId) ? mainDates(paper) : []), ...secondDates(paper, played)];
  return dates.sort((left, right) => left.at.getTime() - right.at.getTime());
}

/** The dates that stand beside numbers. */
function saidDates({ order, draw, language }: Paper): Set<string | null> {
  const pools = poolFactsOf(draw, language);
  return new Set(order.numbers.map(({ poolId }) => pools.get(poolId)?.drawn ?? null));
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
  const said = saidDates(paper);
  const dates = datesOf(paper).map(({ at, name }) => ({ name, value: formatMoment(paper, at) }));
  const facts = [...dates.filter(({ value }) => !said.has(value)), ...drawFacts(paper, { withPlace: true })];
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

/** The only drawing but for early birds, which then has the place beside it; null where there are several, or none. */
function onlyEndOf(dates: readonly DatedDraw[]): DatedDraw | null {
  const [only, ...others] = dates.filter(({ title }) => title !== undefined);
  return only && others.length === 0 ? only : null;
}

/** What a mail says of the draw beside its dates. */
export function drawPart(paper: Paper): EmailPart {
  const facts = drawFacts(paper, { withPlace: onlyEndOf(datesOf(paper)) === null });
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

/** The dates of an order as a mail lists them: the only draw needs no name, several have their titles. */
export function keyDatesOf(paper: Paper): EmailContent["keyDates"] {
  const { t, draw, language } = paper;
  const dates = datesOf(paper);
  const only = onlyEndOf(dates);
  const inStyle = (at: Date, style: InstantStyle) => formatInstant(at, language, draw.timeZone, style);
  const listed = dates.map((date): EmailDate => {
    const { at, title, prizes } = date;
    const name = date === only ? t("draw.dates.draw") : (title ?? date.name);
    return {
      ...{ at: formatMoment(paper, at), day: inStyle(at, "brief"), year: inStyle(at, "year") },
      ...{ time: inStyle(at, "clock"), name, prizes },
      place: date === only ? plainText(draw.drawLocation, language) : "",
    };
  });
  return listed.length > 0 ? { title: t("draw.dates.heading"), dates: listed } : null;
}

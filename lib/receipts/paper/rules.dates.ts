import { listFinalPrizes, listWinnableEarlyBirds } from "@/lib/draws/prizes/rules.moments";
import type { Prize } from "@/lib/draws/prizes/rules.winners";
import { getSchedule, getSecondDrawDate, mainPoolId } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import { getSaleTime } from "@/lib/orders/rules";
import { describePools } from "@/lib/orders/rules.pools";
import type { InstantStyle } from "@/lib/platform/i18n/format-instant";
import { formatInstant } from "@/lib/platform/i18n/format-instant";
import type { Language } from "@/lib/platform/i18n/routing";

import type { Paper, PaperDraw } from "./rules";
import { formatMoment, plainText } from "./rules";
import type { PaperDate, PaperFact, PaperPart } from "./rules.parts";

type WinningDate = { at: Date; name: string; title?: string; prizes: string[] };

export function shortDatesPart(paper: Paper): PaperPart {
  const pools = describePools(paper.draw, paper.language);
  const besideNumbers = new Set(paper.order.numbers.map(({ poolId }) => pools.get(poolId)?.drawn ?? null));
  const dates = listWinningDates(paper).map(({ at, name }) => ({ name, value: formatMoment(paper, at) }));
  const facts = [...dates.filter(({ value }) => !besideNumbers.has(value)), ...drawFacts(paper, { withPlace: true })];
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

export function drawPart(paper: Paper): PaperPart {
  const facts = drawFacts(paper, { withPlace: findOnlyDraw(listWinningDates(paper)) === null });
  return { kind: "facts", title: paper.t("receipt.dates"), facts };
}

/** A single drawing needs no name. Several have the titles of their draws. */
export function createKeyDates(paper: Paper): { title: string; dates: PaperDate[] } | null {
  const { t, draw, language } = paper;
  const dates = listWinningDates(paper);
  const only = findOnlyDraw(dates);
  const inStyle = (at: Date, style: InstantStyle) => formatInstant(at, language, draw.timeZone, style);
  const list = dates.map((date): PaperDate => {
    const { at, title, prizes } = date;
    const name = date === only ? t("draw.dates.draw") : (title ?? date.name);
    return {
      at: formatMoment(paper, at),
      day: inStyle(at, "brief"),
      year: inStyle(at, "year"),
      time: inStyle(at, "clock"),
      name,
      prizes,
      place: date === only ? plainText(draw.drawLocation, language) : "",
    };
  });
  return list.length > 0 ? { title: t("draw.dates.heading"), dates: list } : null;
}

function listWinningDates(paper: Paper): WinningDate[] {
  const poolIds = new Set(paper.order.numbers.filter((range) => !range.void).map(({ poolId }) => poolId));
  const dates = [...(poolIds.has(mainPoolId) ? mainDates(paper) : []), ...secondDates(paper, poolIds)];
  return dates.sort((left, right) => left.at.getTime() - right.at.getTime());
}

/** Includes the early birds that were still ahead when the ticket was bought. */
function mainDates(paper: Paper): WinningDate[] {
  const { t, draw, language } = paper;
  const soldAt = getSaleTime(paper.order);
  const birds = listWinnableEarlyBirds(draw, soldAt).map(({ number, at, prizes }) => {
    const name = t("draw.dates.earlyBird", { number });
    return { at, name, prizes: describePrizes(prizes, language) };
  });
  const at = getSchedule(draw).drawsAt;
  const end = { at, name: t("draw.dates.draw"), title: plainText(draw.title, language) };
  return [...birds, { ...end, prizes: endPrizes(paper, draw, mainPoolId, at) }];
}

function secondDates(paper: Paper, poolIds: ReadonlySet<string>): WinningDate[] {
  return paper.draw.secondDraws.flatMap((second) => {
    const at = getSecondDrawDate(second);
    if (!poolIds.has(second.id) || !at) return [];
    const title = plainText(second.title, paper.language);
    const name = paper.t("draw.dates.secondDraw", { title });
    return [{ at, name, title, prizes: endPrizes(paper, second, second.id, at) }];
  });
}

/** Half of the pot comes first if the draw lists no grand prize. */
function endPrizes(paper: Paper, pool: Pick<PaperDraw, "type" | "prizes">, poolId: string, at: Date): string[] {
  const { t, language } = paper;
  const isHalf = pool.type === "5050 Cash" && findGreatestPrizeType(paper, poolId) === undefined;
  return [...(isHalf ? [t("receipt.halfOfPot")] : []), ...describePrizes(listFinalPrizes(pool.prizes, at), language)];
}

function describePrizes(prizes: readonly Prize[], language: Language): string[] {
  return prizes.map(({ description }) => plainText(description, language));
}

export function getPoolPrizes({ draw }: Pick<Paper, "draw">, poolId: string): PublicDraw["prizes"] | undefined {
  return poolId === mainPoolId ? draw.prizes : draw.secondDraws.find(({ id }) => id === poolId)?.prizes;
}

export function findGreatestPrizeType(
  paper: Pick<Paper, "draw">,
  poolId: string,
): "Grand Prize" | "Add On" | undefined {
  const prizes = getPoolPrizes(paper, poolId);
  const types = poolId === mainPoolId ? (["Grand Prize"] as const) : (["Grand Prize", "Add On"] as const);
  return types.find((one) => prizes?.[one]?.[0]);
}

function drawFacts({ t, draw, language }: Paper, { withPlace }: { withPlace: boolean }): PaperFact[] {
  const location = plainText(draw.drawLocation, language);
  return [
    ...(location && withPlace ? [{ name: t("receipt.place"), value: location }] : []),
    { name: t("receipt.drawId"), value: draw.id },
  ];
}

function findOnlyDraw(dates: readonly WinningDate[]): WinningDate | null {
  const [only, ...others] = dates.filter(({ title }) => title !== undefined);
  return only && others.length === 0 ? only : null;
}

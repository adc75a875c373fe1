import { getSchedule, getSecondDrawDate, mainPoolId } from "@/lib/draws/rules";
import { describePools } from "@/lib/orders/rules.pools";
import type { Paper } from "@/lib/receipts/paper/rules";
import { formatMoment, getDrawUrl, plainText } from "@/lib/receipts/paper/rules";
import { findGreatestPrizeType, getPoolPrizes } from "@/lib/receipts/paper/rules.dates";
import { formatShortMoney } from "@/lib/receipts/paper/rules.money";
import type { PaperFact, PaperLink, PaperNumbers, PaperPart } from "@/lib/receipts/paper/rules.parts";
import { describeTeam } from "@/lib/receipts/paper/rules.sale";

/** The time at which the email was queued, and each pool's prize then, in dollars. It is null for a raffle. */
export type PrizeSnapshot = { queuedAt: Date; prizes: ReadonlyMap<string, number | null> };

export function toTicketParts(paper: Paper, snapshot: PrizeSnapshot, parts: readonly PaperPart[]): PaperPart[] {
  return parts.map((part) =>
    part.kind === "numbers"
      ? { ...part, draws: part.draws.map((numbers) => numbersAsTicket(paper, snapshot, numbers)) }
      : part,
  );
}

function numbersAsTicket(paper: Paper, snapshot: PrizeSnapshot, numbers: PaperNumbers): PaperNumbers {
  const team = numbers.poolId === mainPoolId ? describeTeam(paper) : "";
  return {
    ...numbers,
    ranges: numbers.ranges.map((range) => ({ ...range, count: [range.count, team].filter(Boolean).join(" · ") })),
    date: findDrawDateFact(paper, numbers),
    stake: findCurrentPrizeFact(paper, snapshot, numbers.poolId),
  };
}

function findDrawDateFact({ t, draw, language }: Paper, { poolId, ranges }: PaperNumbers): PaperFact | null {
  const facts = describePools(draw, language).get(poolId);
  if (!facts?.drawn || ranges.every(({ isVoid }) => isVoid)) return null;
  return { name: t(facts.isDrawn ? "order.drawnOn" : "order.drawDate"), value: facts.drawn };
}

/** Null once the prize is drawn, or if the draw lists none. */
function findCurrentPrizeFact(paper: Paper, snapshot: PrizeSnapshot, poolId: string): PaperFact | null {
  const { t, language } = paper;
  if (!isAhead(paper, snapshot, poolId)) return null;
  const prize = snapshot.prizes.get(poolId) ?? null;
  if (prize === null) return findGreatestPrize(paper, poolId);
  return prize > 0 ? { name: t("receipt.prizeNow"), value: formatShortMoney(prize, language) } : null;
}

function findGreatestPrize(paper: Paper, poolId: string): PaperFact | null {
  const { t, language } = paper;
  const type = findGreatestPrizeType(paper, poolId);
  const prize = type && getPoolPrizes(paper, poolId)?.[type]?.[0];
  return prize ? { name: t(`draw.prizeTypes.${type}`), value: plainText(prize.description, language) } : null;
}

function isAhead(paper: Paper, { queuedAt }: PrizeSnapshot, poolId: string): boolean {
  const isIn = paper.order.numbers.some((range) => range.poolId === poolId && !range.void);
  const drawsAt = getDrawDate(paper, poolId);
  return isIn && drawsAt !== null && drawsAt > queuedAt;
}

function getDrawDate({ draw }: Paper, poolId: string): Date | null {
  if (poolId === mainPoolId) return getSchedule(draw).drawsAt;
  const second = draw.secondDraws.find(({ id }) => id === poolId);
  return second ? getSecondDrawDate(second) : null;
}

export function createCalendarLink(paper: Paper, snapshot: PrizeSnapshot): PaperLink | null {
  const pools = [mainPoolId, ...paper.draw.secondDraws.map(({ id }) => id)];
  if (!pools.some((poolId) => isAhead(paper, snapshot, poolId))) return null;
  return { label: paper.t("order.calendar"), href: `${getDrawUrl(paper)}/draw.ics` };
}

/** Returns empty text once the draw was held. */
export function writePreview(paper: Paper, snapshot: PrizeSnapshot): string {
  const { t, draw, order } = paper;
  if (order.isTest || order.status !== "finalized" || !isAhead(paper, snapshot, mainPoolId)) return "";
  return t("receipt.preview", { date: formatMoment(paper, getSchedule(draw).drawsAt) });
}

/** If the order is in one draw only, its licence moves from the numbers to the end. */
export function moveLicenceToEnd(paper: Paper, parts: readonly PaperPart[]): PaperPart[] {
  const licence = findOnlyLicence(paper);
  const last = parts.at(-1);
  if (licence === null || last?.kind !== "facts") return [...parts];
  const fact = { name: paper.t("order.licence"), value: licence };
  const others = parts.slice(0, -1).map((part): PaperPart => {
    return part.kind === "numbers"
      ? { ...part, draws: part.draws.map((numbers) => ({ ...numbers, notes: [] })) }
      : part;
  });
  return [...others, { ...last, facts: [...last.facts, fact] }];
}

function findOnlyLicence({ order, draw, language }: Paper): string | null {
  const [poolId, ...others] = new Set(order.numbers.map((range) => range.poolId));
  if (poolId === undefined || others.length > 0) return null;
  return describePools(draw, language).get(poolId)?.licence || null;
}

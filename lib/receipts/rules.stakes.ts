import { mainPoolId, scheduleOf, secondDrawsAt } from "@/lib/draws/rules";
import type { PublicDraw } from "@/lib/draws/rules.projection";
import type { EmailFact, EmailLink } from "./rules.email";
import { formatShortMoney } from "./rules.money";
import type { Paper } from "./rules.paper";
import { drawAddress, formatMoment, plainText } from "./rules.paper";

/** The moment of a mail, and the prize of each pool then, in dollars; null for a raffle. */
export type Stand = { queuedAt: Date; prizes: ReadonlyMap<string, number | null> };

/** When a pool is drawn; null where nobody said. */
function drawsAtOf({ draw }: Paper, poolId: string): Date | null {
  if (poolId === mainPoolId) return scheduleOf(draw).drawsAt;
  const second = draw.secondDraws.find(({ id }) => id === poolId);
  return second ? secondDrawsAt(second) : null;
}

/** Whether numbers of the order are still to be drawn in a pool; where it has no date, nobody knows. */
function isAhead(paper: Paper, { queuedAt }: Stand, poolId: string): boolean {
  const isIn = paper.order.numbers.some((range) => range.poolId === poolId && !range.void);
  const drawsAt = drawsAtOf(paper, poolId);
  return isIn && drawsAt !== null && drawsAt > queuedAt;
}

function prizesOf({ draw }: Pick<Paper, "draw">, poolId: string): PublicDraw["prizes"] | undefined {
  return poolId === mainPoolId ? draw.prizes : draw.secondDraws.find(({ id }) => id === poolId)?.prizes;
}

/** Under which type a pool lists its greatest prize; undefined where it lists none. */
export function greatestTypeOf(paper: Pick<Paper, "draw">, poolId: string): "Grand Prize" | "Add On" | undefined {
  const prizes = prizesOf(paper, poolId);
  const types = poolId === mainPoolId ? (["Grand Prize"] as const) : (["Grand Prize", "Add On"] as const);
  return types.find((one) => prizes?.[one]?.[0]);
}

/** The greatest prize that a pool lists. */
function listedPrize(paper: Paper, poolId: string): EmailFact | null {
  const { t, language } = paper;
  const type = greatestTypeOf(paper, poolId);
  const prize = type && prizesOf(paper, poolId)?.[type]?.[0];
  return prize ? { name: t(`draw.prizeTypes.${type}`), value: plainText(prize.description, language) } : null;
}

/** What numbers of a pool play for: the prize as it stands; null once it is drawn, and where nobody said. */
export function stakeOf(paper: Paper, stand: Stand, poolId: string): EmailFact | null {
  const { t, language } = paper;
  if (!isAhead(paper, stand, poolId)) return null;
  const prize = stand.prizes.get(poolId) ?? null;
  if (prize === null) return listedPrize(paper, poolId);
  return prize > 0 ? { name: t("receipt.prizeNow"), value: formatShortMoney(prize, language) } : null;
}

/** The dates of the draw for a calendar, as long as a number of the order is still to be drawn in one of its pools. */
export function calendarOf(paper: Paper, stand: Stand): EmailLink | null {
  const pools = [mainPoolId, ...paper.draw.secondDraws.map(({ id }) => id)];
  if (!pools.some((poolId) => isAhead(paper, stand, poolId))) return null;
  return { label: paper.t("order.calendar"), href: `${drawAddress(paper)}/draw.ics` };
}

/** The line that a list of mails shows beside the subject of a receipt; empty once the draw was held. */
export function previewOf(paper: Paper, stand: Stand): string {
  const { t, draw, order } = paper;
  if (order.isTest || order.status !== "finalized" || !isAhead(paper, stand, mainPoolId)) return "";
  return t("receipt.preview", { date: formatMoment(paper, scheduleOf(draw).drawsAt) });
}

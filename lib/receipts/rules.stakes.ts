import { mainPoolId, scheduleOf } from "@/lib/draws/rules";
import type { EmailFact, EmailLink } from "./rules.email";
import type { Paper } from "./rules.parts";
import { drawAddress, formatMoment, formatShortMoney, plainText } from "./rules.parts";

/** The moment of a mail, and the prize of the draw then, in dollars; null for a raffle. */
type Stand = { queuedAt: Date; prize: number | null };

/** Whether numbers of the order are still to be drawn in the main draw; of second draws no prize is told. */
function isAhead({ order, draw }: Paper, { queuedAt }: Stand): boolean {
  const isIn = order.numbers.some((range) => range.poolId === mainPoolId && !range.void);
  return isIn && scheduleOf(draw).drawsAt > queuedAt;
}

/** What a ticket plays for: the prize as it stands; null once it is drawn, and where nobody said. */
export function stakeOf(paper: Paper, stand: Stand): EmailFact | null {
  const { t, draw, language } = paper;
  if (!isAhead(paper, stand)) return null;
  if (stand.prize !== null) {
    return stand.prize > 0 ? { name: t("receipt.prizeNow"), value: formatShortMoney(stand.prize, language) } : null;
  }
  const grand = draw.prizes["Grand Prize"]?.[0];
  return grand ? { name: t("draw.prizeTypes.Grand Prize"), value: plainText(grand.description, language) } : null;
}

/** The dates of the draw for a calendar, as long as a number of the order is still to be drawn in one of its pools. */
export function calendarOf(paper: Paper, stand: Stand): EmailLink | null {
  const { t, draw, order } = paper;
  const played = new Set(order.numbers.filter((range) => !range.void).map(({ poolId }) => poolId));
  const seconds = draw.secondDraws.filter(({ id, drawDate }) => played.has(id) && drawDate);
  const isLater = seconds.some(({ drawDate }) => drawDate && Date.parse(drawDate) > stand.queuedAt.getTime());
  if (!isAhead(paper, stand) && !isLater) return null;
  return { label: t("order.calendar"), href: `${drawAddress(paper)}/draw.ics` };
}

/** The line that a list of mails shows beside the subject of a receipt; empty once the draw was held. */
export function previewOf(paper: Paper, stand: Stand): string {
  const { t, draw, order } = paper;
  if (order.isTest || order.status !== "finalized" || !isAhead(paper, stand)) return "";
  return t("receipt.preview", { date: formatMoment(paper, scheduleOf(draw).drawsAt) });
}

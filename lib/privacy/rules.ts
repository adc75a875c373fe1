import { findWinnerPrize, isPoolDrawn, listPrizes } from "@/lib/draws/prizes/rules.winners";
import type { Draw } from "@/lib/draws/schema";
import { daysAfter } from "@/lib/durations";
import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.payment";
import type { RefundState } from "@/lib/orders/rules.refunds";
import type { Retention } from "@/lib/retention";

/** `prize-unclaimed`: a prize may be redrawn among all buyers. `winner-named`: published winners name the buyer. */
export type Obstacle =
  | "order-open"
  | "payment-open"
  | "refund-open"
  | "draw-not-drawn"
  | "prize-unclaimed"
  | "prize-won"
  | "winner-named";

type KeepReason = { obstacle: Obstacle; until: Date | null };

type OrderPayments = {
  attempts: readonly { state: AttemptState; lookupAt: Date | null; gatewayOrderNumber: string }[];
  refunds: readonly { state: RefundState; gatewayOrderNumber: string }[];
};

type Range = { poolId: string; firstNumber: number; lastNumber: number; voidedAt: Date | null };

type ErasureDraw = Pick<Draw, "endDate" | "dates" | "prizes" | "secondDraws" | "winners">;

type ErasureOrder = OrderPayments & { order: { status: OrderStatus }; ranges: readonly Range[] };

export function findObstacle(
  { order, ranges, ...money }: ErasureOrder,
  draw: ErasureDraw,
  retention: Retention,
  now: Date,
): KeepReason | null {
  const open = isOpen(order.status) ? "order-open" : findOpenPayment(money);
  if (open) return { obstacle: open, until: null };
  const valid = ranges.filter(({ voidedAt }) => voidedAt === null);
  return valid.length === 0 ? null : findClaim(valid, draw, retention, now);
}

/** A payment may still be found while the gateway is asked, and surplus money is owed until it is refunded. */
function findOpenPayment({ attempts, refunds }: OrderPayments): Obstacle | null {
  const isPaymentOpen = attempts.some(
    ({ state, lookupAt }) => state === "sent" || state === "unknown" || lookupAt !== null,
  );
  if (isPaymentOpen) return "payment-open";
  const isRefundOpen = refunds.some(({ state }) => state === "pending" || state === "sent" || state === "unknown");
  const isOwed = attempts.some(({ state, gatewayOrderNumber: number }) => {
    return state === "surplus" && !refunds.some((one) => one.gatewayOrderNumber === number && one.state === "done");
  });
  return isRefundOpen || isOwed ? "refund-open" : null;
}

function isOpen(status: OrderStatus): boolean {
  return status === "reserved" || status === "paying" || status === "unknown";
}

/** Buyers must be known until their pools are drawn, and while prizes may be claimed or winners are named. */
function findClaim(valid: readonly Range[], draw: ErasureDraw, retention: Retention, now: Date): KeepReason | null {
  const listPoolWinners = (pool: string) => draw.winners.filter(({ poolId }) => poolId === pool);
  const isDrawn = valid.every(({ poolId }) => isPoolDrawn(draw, poolId, listPoolWinners(poolId)));
  if (!isDrawn) return { obstacle: "draw-not-drawn", until: null };
  const won = listWonPrizes(draw, valid);
  const until = daysAfter(getLastDate(draw), won.length > 0 ? retention.buyersDays : retention.claimDays);
  if (now < until) return { obstacle: won.length > 0 ? "prize-won" : "prize-unclaimed", until };
  return won.some(({ name }) => name) ? { obstacle: "winner-named", until: null } : null;
}

function listWonPrizes(draw: ErasureDraw, valid: readonly Range[]): { name: string | undefined }[] {
  const isIn = (pool: string, number: number) =>
    valid.some((range) => range.poolId === pool && range.firstNumber <= number && number <= range.lastNumber);
  const drawn = draw.winners.filter(({ poolId, number }) => isIn(poolId, number));
  const listed = [...new Set(valid.map(({ poolId }) => poolId))].flatMap((pool) =>
    listPrizes(draw, pool).filter(({ winningTicketNumber: number }) => number !== undefined && isIn(pool, number)),
  );
  return [
    ...drawn.map((winner) => ({ name: winner.name || findWinnerPrize(draw, winner)?.winnerName })),
    ...listed.map(({ winnerName }) => ({ name: winnerName })),
  ];
}

export function hasWon(draw: ErasureDraw, ranges: readonly Range[]): boolean {
  const valid = ranges.filter(({ voidedAt }) => voidedAt === null);
  return listWonPrizes(draw, valid).length > 0;
}

export function getLastDate({ endDate, dates, prizes, secondDraws, winners }: ErasureDraw): Date {
  const named = [endDate, ...dates, ...winners.map(({ drawnAt }) => drawnAt)];
  const ofSeconds = secondDraws.flatMap(({ drawDate, cutOffDate }) => [drawDate, cutOffDate]);
  const ofPrizes = [prizes, ...secondDraws.map((second) => second.prizes)]
    .flatMap((each) => Object.values(each).flat())
    .map(({ drawDate }) => drawDate);
  const instants = [...named, ...ofSeconds, ...ofPrizes].flatMap((date) => (date ? [Date.parse(date)] : []));
  return new Date(Math.max(...instants));
}

export const correctableFields = ["name", "email", "phone"] as const;

export type CorrectableField = (typeof correctableFields)[number];

/** An order without a payment attempt is kept whole this long (docs/decisions/068-stubs.md). */
export const stubDays = 1;

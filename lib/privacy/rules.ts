import { daysAfter } from "@/lib/days";
import { isPoolDrawn, listPrizes, prizeOfWinner } from "@/lib/draws/rules.winners";
import type { Draw } from "@/lib/draws/schema";
import type { OrderStatus } from "@/lib/orders/rules";
import type { AttemptState } from "@/lib/orders/rules.attempts";
import type { RefundState } from "@/lib/orders/rules.refunds";
import type { Retention } from "@/lib/retention";

/**
 * Why an order keeps its buyer: it is open, a payment or a refund of it is, its draw is not drawn, a prize may still
 * be drawn again among all buyers, it has won, or the published winners name it.
 */
export type Obstacle =
  | "order-open"
  | "payment-open"
  | "refund-open"
  | "draw-not-drawn"
  | "prize-unclaimed"
  | "prize-won"
  | "winner-named";

/** An obstacle, and until when it is one at the least; null where no date tells. */
export type KeptFor = { obstacle: Obstacle; until: Date | null };

type Money = {
  attempts: readonly { state: AttemptState; askAt: Date | null; gatewayOrderNumber: string }[];
  refunds: readonly { state: RefundState; gatewayOrderNumber: string }[];
};

type Range = { poolId: string; firstNumber: number; lastNumber: number; voidedAt: Date | null };

/** What a draw says of its dates and of what was won in it. */
type DrawFacts = Pick<Draw, "endDate" | "dates" | "prizes" | "secondDraws" | "winners">;

/** What decides whether the buyer of an order may be erased. */
type OrderFacts = Money & { order: { status: OrderStatus }; ranges: readonly Range[] };

/** An attempt that is missing may turn up for as long as the bank is asked; money that became no numbers is owed. */
function openMoneyOf({ attempts, refunds }: Money): Obstacle | null {
  const isPaymentOpen = attempts.some(({ state, askAt }) => state === "sent" || state === "unknown" || askAt !== null);
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

/** What the numbers of an order won, each with the name that is published with it. */
function prizesWon(draw: DrawFacts, valid: readonly Range[]): { name: string | undefined }[] {
  const isIn = (pool: string, number: number) =>
    valid.some((range) => range.poolId === pool && range.firstNumber <= number && number <= range.lastNumber);
  const drawn = draw.winners.filter(({ poolId, number }) => isIn(poolId, number));
  const listed = [...new Set(valid.map(({ poolId }) => poolId))].flatMap((pool) =>
    listPrizes(draw, pool).filter(({ winningTicketNumber: number }) => number !== undefined && isIn(pool, number)),
  );
  return [
    ...drawn.map((winner) => ({ name: winner.name || prizeOfWinner(draw, winner)?.winnerName })),
    ...listed.map(({ winnerName }) => ({ name: winnerName })),
  ];
}

/** Whether a number of an order has won. */
export function hasWon(draw: DrawFacts, ranges: readonly Range[]): boolean {
  return (
    prizesWon(
      draw,
      ranges.filter(({ voidedAt }) => voidedAt === null),
    ).length > 0
  );
}

/** What the draws of an order's valid numbers say: each is drawn, and then until when their buyers must be known. */
function claimOf(valid: readonly Range[], draw: DrawFacts, retention: Retention, now: Date): KeptFor | null {
  const winnersOf = (pool: string) => draw.winners.filter(({ poolId }) => poolId === pool);
  const isDrawn = valid.every(({ poolId }) => isPoolDrawn(draw, poolId, winnersOf(poolId)));
  if (!isDrawn) return { obstacle: "draw-not-drawn", until: null };
  const won = prizesWon(draw, valid);
  const until = daysAfter(lastDateOf(draw), won.length > 0 ? retention.buyersDays : retention.claimDays);
  if (now < until) return { obstacle: won.length > 0 ? "prize-won" : "prize-unclaimed", until };
  return won.some(({ name }) => name) ? { obstacle: "winner-named", until: null } : null;
}

/** What stands in the way of erasing the buyer of an order on request at `now`; null if nothing does. */
export function keptForOf(
  { order, ranges, ...money }: OrderFacts,
  draw: DrawFacts,
  retention: Retention,
  now: Date,
): KeptFor | null {
  const open = isOpen(order.status) ? "order-open" : openMoneyOf(money);
  if (open) return { obstacle: open, until: null };
  const valid = ranges.filter(({ voidedAt }) => voidedAt === null);
  return valid.length === 0 ? null : claimOf(valid, draw, retention, now);
}

/** The last date that a draw names: of its sale, of any of its drawings, or when a number was drawn. */
export function lastDateOf({ endDate, dates, prizes, secondDraws, winners }: DrawFacts): Date {
  const named = [endDate, ...dates, ...winners.map(({ drawnAt }) => drawnAt)];
  const ofSeconds = secondDraws.flatMap(({ drawDate, cutOffDate }) => [drawDate, cutOffDate]);
  const ofPrizes = [prizes, ...secondDraws.map((second) => second.prizes)]
    .flatMap((each) => Object.values(each).flat())
    .map(({ drawDate }) => drawDate);
  const instants = [...named, ...ofSeconds, ...ofPrizes].flatMap((date) => (date ? [Date.parse(date)] : []));
  return new Date(Math.max(...instants));
}

/** An order whose buyer was erased, or would be. */
export type ErasedOrder = { drawId: string; orderCode: string };

/** An order that keeps its buyer; `until` in ISO. */
export type KeptOrder = ErasedOrder & { obstacle: Obstacle; until: string | null };

/** What erasing a person came to; `unfinished` counts the orders that a failure left as they were. */
export type ErasedPerson = { erased: ErasedOrder[]; kept: KeptOrder[]; unfinished: number };

/** What of a buyer can be corrected. */
export const correctable = ["name", "email", "phone"] as const;

/** One of `correctable`. */
export type Correctable = (typeof correctable)[number];

/** How long after it was placed an order that nobody tried to pay shrinks, in days (docs/decisions/068-stubs.md). */
export const stubDays = 1;

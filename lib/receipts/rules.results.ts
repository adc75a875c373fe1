import type { SaleFacts } from "@/lib/draws/rules";
import { scheduleOf, timeStateAt } from "@/lib/draws/rules";
import { cutOffOf } from "@/lib/draws/rules.packages";
import { isPoolDrawn } from "@/lib/draws/rules.winners";
import type { Draw } from "@/lib/draws/schema";

type Winner = Draw["winners"][number];

/** A winning number of a pool as buyers are told it: without its winner's name, which no mail could take back. */
export type DrawnNumber = Pick<Winner, "prizeType" | "number" | "drawnAt">;

/**
 * The result of a pool: `winners` as they have stood `since`, and `told` as buyers are told them, null before they were
 * final; `round` counts how often that was.
 */
export type PoolResult = {
  poolId: string;
  winners: DrawnNumber[];
  since: Date;
  told: DrawnNumber[] | null;
  round: number;
};

const minuteMs = 60_000;

/** So long winners stand unchanged before anybody is mailed, in ms: a slip is corrected first. */
export const settledMs = 60 * minuteMs;

/** After so long a result is no news any more, in ms: nobody is mailed that of a draw of long ago. */
const newsMs = 7 * 24 * 60 * minuteMs;

/** How soon a result that waits for the end of its sale is looked at again, in ms. */
const lookAgainMs = 10 * minuteMs;

/** Prizes in the order in which they are told. */
const prizeOrder: readonly Winner["prizeType"][] = ["Grand Prize", "Add On", "Early Bird"];

function drawnNumbers({ winners }: Pick<Draw, "winners">, poolId: string): DrawnNumber[] {
  return winners
    .filter((winner) => winner.poolId === poolId)
    .map(({ prizeType, number, drawnAt }) => ({ prizeType, number, drawnAt }))
    .sort(
      (left, right) =>
        prizeOrder.indexOf(left.prizeType) - prizeOrder.indexOf(right.prizeType) || left.number - right.number,
    );
}

function keyOf({ prizeType, number }: DrawnNumber): string {
  return `${prizeType} ${number}`;
}

/** Whether the same numbers won the same; when exactly they were drawn makes no other result. */
export function isSameResult(left: readonly DrawnNumber[], right: readonly DrawnNumber[] | null): boolean {
  return left.map(keyOf).join() === right?.map(keyOf).join();
}

/** The numbers that won what they did not win before, and the other way round. */
export function changedNumbers(before: readonly DrawnNumber[], after: readonly DrawnNumber[]): number[] {
  const [then, now] = [before, after].map((numbers) => new Set(numbers.map(keyOf)));
  const changed = [...before, ...after].filter((one) => then?.has(keyOf(one)) !== now?.has(keyOf(one)));
  return [...new Set(changed.map(({ number }) => number))];
}

function isSaleOver({ draw, closedAt }: Pick<SaleFacts, "draw" | "closedAt">, poolId: string, now: Date): boolean {
  if (timeStateAt(scheduleOf(draw), closedAt, now) === "Ended") return true;
  const second = draw.secondDraws.find(({ id }) => id === poolId);
  const cutOffAt = second && cutOffOf(second);
  return cutOffAt ? cutOffAt <= now : false;
}

function latestDrawnMs(winners: readonly DrawnNumber[]): number {
  return Math.max(...winners.map(({ drawnAt }) => Date.parse(drawnAt)));
}

/** Whether a result that has just become final is still news. */
export function isNews({ winners }: PoolResult, now: Date): boolean {
  return now.getTime() - latestDrawnMs(winners) <= newsMs;
}

/**
 * Looks at the result of a pool at `now`: what is known of it then, and when time alone may change that. It is final
 * when every prize of the end has its number, no ticket is sold any more, and nothing has changed for a while.
 */
export function lookAtResult(
  known: PoolResult,
  facts: Pick<SaleFacts, "draw" | "closedAt">,
  now: Date,
): { result: PoolResult; lookAt: Date | null } {
  const drawn = drawnNumbers(facts.draw, known.poolId);
  // What was told and is true again is kept as it was told: the queueing compares both, to the instant.
  const winners = known.told && isSameResult(drawn, known.told) ? known.told : drawn;
  const result = isSameResult(winners, known.winners) ? known : { ...known, winners, since: now };
  if (!isPoolDrawn(facts.draw, known.poolId, result.winners) || isSameResult(result.winners, result.told))
    return { result, lookAt: null };
  const settledAt = new Date(Math.max(result.since.getTime(), latestDrawnMs(result.winners)) + settledMs);
  if (settledAt > now) return { result, lookAt: settledAt };
  if (!isSaleOver(facts, known.poolId, now)) return { result, lookAt: new Date(now.getTime() + lookAgainMs) };
  return { result: { ...result, told: result.winners, round: result.round + 1 }, lookAt: null };
}

import { isPoolDrawn } from "@/lib/draws/prizes/rules.winners";
import type { DrawSnapshot } from "@/lib/draws/rules";
import { getCutOff, getSchedule, getTimeState } from "@/lib/draws/rules";
import type { Draw } from "@/lib/draws/schema";
import { minuteMs } from "@/lib/durations";

type Winner = Draw["winners"][number];

/** Leaves out the winner's name, because a sent email can't be recalled. */
export type DrawnNumber = Pick<Winner, "prizeType" | "number" | "drawnAt">;

/** `winners` are unchanged since `since`. `announced` is null before they are final. `round` counts announcements. */
export type PoolResult = {
  poolId: string;
  winners: DrawnNumber[];
  since: Date;
  announced: DrawnNumber[] | null;
  round: number;
};

/** Winners must be unchanged for this time before they are announced, so that mistakes are corrected first. */
export const settledMs = 60 * minuteMs;

/** Older results are not announced. */
const newsMs = 7 * 24 * 60 * minuteMs;

/** A result that waits for the end of sales is checked again after this time. */
const lookAgainMs = 10 * minuteMs;

/** A result is final once every final prize has its number, sales are over and nothing has changed for `settledMs`. */
export function checkResult(
  before: PoolResult,
  facts: Pick<DrawSnapshot, "draw" | "closedAt">,
  now: Date,
): { result: PoolResult; lookAt: Date | null } {
  const numbers = drawnNumbers(facts.draw, before.poolId);
  // Keeps the form of `announced` for the same winners, because SQL compares both exactly.
  const winners = before.announced && isSameResult(numbers, before.announced) ? before.announced : numbers;
  const result = isSameResult(winners, before.winners) ? before : { ...before, winners, since: now };
  if (!isPoolDrawn(facts.draw, before.poolId, result.winners) || isSameResult(result.winners, result.announced))
    return { result, lookAt: null };
  const settledAt = new Date(Math.max(result.since.getTime(), getLatestDrawnMs(result.winners)) + settledMs);
  if (settledAt > now) return { result, lookAt: settledAt };
  if (!isSaleOver(facts, before.poolId, now)) return { result, lookAt: new Date(now.getTime() + lookAgainMs) };
  return { result: { ...result, announced: result.winners, round: result.round + 1 }, lookAt: null };
}

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

export function isSameResult(left: readonly DrawnNumber[], right: readonly DrawnNumber[] | null): boolean {
  return left.map(toKey).join() === right?.map(toKey).join();
}

function toKey({ prizeType, number }: DrawnNumber): string {
  return `${prizeType} ${number}`;
}

function getLatestDrawnMs(winners: readonly DrawnNumber[]): number {
  return Math.max(...winners.map(({ drawnAt }) => Date.parse(drawnAt)));
}

function isSaleOver({ draw, closedAt }: Pick<DrawSnapshot, "draw" | "closedAt">, poolId: string, now: Date): boolean {
  if (getTimeState(getSchedule(draw), closedAt, now) === "Ended") return true;
  const second = draw.secondDraws.find(({ id }) => id === poolId);
  const cutOffAt = second && getCutOff(second);
  return cutOffAt ? cutOffAt <= now : false;
}

export function isNews({ winners }: PoolResult, now: Date): boolean {
  return now.getTime() - getLatestDrawnMs(winners) <= newsMs;
}

/** Returns the numbers whose prizes differ between the two results. */
export function changedNumbers(before: readonly DrawnNumber[], after: readonly DrawnNumber[]): number[] {
  const [then, now] = [before, after].map((numbers) => new Set(numbers.map(toKey)));
  const changes = [...before, ...after].filter((one) => then?.has(toKey(one)) !== now?.has(toKey(one)));
  return [...new Set(changes.map(({ number }) => number))];
}

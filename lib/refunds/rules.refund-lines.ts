import type { RefusalReason } from "@/lib/platform/http/reasons";

type Line = { lineNumber: number; poolId: string; amountCents: number };
type Range = { lineNumber: number; poolId: string; firstNumber: number; lastNumber: number; voidedAt: Date | null };
type Winner = { poolId: string; number: number };

/** The lines being refunded, and their amount in cents. */
export type ChosenLines = { ok: true; lineNumbers: number[]; amountCents: number };

function hasWon({ poolId, firstNumber, lastNumber }: Range, winners: readonly Winner[]): boolean {
  return winners.some((won) => won.poolId === poolId && won.number >= firstNumber && won.number <= lastNumber);
}

/** A line whose money may go back, with its numbers; cents. */
export type RefundableLine = Line & { tickets: number } & Pick<Range, "firstNumber" | "lastNumber">;

/** The lines of a sold order whose numbers still count and have won nothing. */
export function refundableLines(
  lines: readonly (Line & { tickets: number })[],
  ranges: readonly Range[],
  winners: readonly Winner[],
): RefundableLine[] {
  return lines.flatMap(({ lineNumber, poolId, tickets, amountCents }) => {
    const range = ranges.find((one) => one.lineNumber === lineNumber);
    if (!range || range.voidedAt !== null || hasWon(range, winners)) return [];
    const { firstNumber, lastNumber } = range;
    return [{ lineNumber, poolId, tickets, amountCents, firstNumber, lastNumber }];
  });
}

/**
 * Chooses the lines of an order to refund: those that are wanted, or all whose numbers are not void yet. Refusals:
 * `line-not-found`, `line-refunded`, `order-refunded` when nothing is left, `number-won` when a prize was drawn for
 * one.
 */
export function chooseLines(
  lines: readonly Line[],
  ranges: readonly Range[],
  winners: readonly Winner[],
  wanted?: readonly number[],
): ChosenLines | { ok: false; reason: RefusalReason } {
  const valid = new Set(ranges.filter(({ voidedAt }) => voidedAt === null).map(({ lineNumber }) => lineNumber));
  if (valid.size === 0) return { ok: false, reason: "order-refunded" };
  const numbers = [...new Set(wanted ?? valid)].sort((left, right) => left - right);
  const chosen = lines.filter(({ lineNumber }) => numbers.includes(lineNumber));
  if (chosen.length < numbers.length) return { ok: false, reason: "line-not-found" };
  if (numbers.some((number) => !valid.has(number))) return { ok: false, reason: "line-refunded" };
  const won = ranges.some((range) => numbers.includes(range.lineNumber) && hasWon(range, winners));
  if (won) return { ok: false, reason: "number-won" };
  return { ok: true, lineNumbers: numbers, amountCents: chosen.reduce((sum, line) => sum + line.amountCents, 0) };
}

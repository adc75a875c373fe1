import { toCents, toDollars } from "@/lib/money";
import type { OrderLineView, OrderView } from "@/lib/orders/rules";

/** A line of an order that may be given back; `line` is its number, from 1, and `first` to `last` are its tickets. */
export type RefundableLine = OrderLineView & { line: number; first: number; last: number };

/** The lines of a paid order whose numbers still count: each line has one range, and both stand in the same order. */
export function refundableLines({ lines, numbers }: Pick<OrderView, "lines" | "numbers">): RefundableLine[] {
  return lines.flatMap((line, at) => {
    const range = numbers[at];
    return range && !range.void ? [{ ...line, line: at + 1, first: range.first, last: range.last }] : [];
  });
}

/** What the chosen lines cost together, in dollars. */
export function refundAmount(lines: readonly RefundableLine[], chosen: ReadonlySet<number>): number {
  const cents = lines.filter(({ line }) => chosen.has(line)).reduce((sum, { amount }) => sum + toCents(amount), 0);
  return toDollars(cents);
}

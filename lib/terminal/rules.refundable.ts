import { toCents, toDollars } from "@/lib/money";

/**
 * A line that can be refunded; `line` is its number, from 1, `first` to `last` are its tickets, `amount` in dollars.
 */
export type RefundableView = {
  line: number;
  poolId: string;
  tickets: number;
  amount: number;
  first: number;
  last: number;
};

/** What lines cost together, in dollars. */
export function refundAmount(lines: readonly Pick<RefundableView, "amount">[]): number {
  return toDollars(lines.reduce((sum, { amount }) => sum + toCents(amount), 0));
}

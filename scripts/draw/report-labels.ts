import type { PaymentMethod, SaleChannel } from "@/lib/orders/rules.payment";
import type { OpenMatter, ReportProblem, ReportProblemKind } from "@/lib/reports/rules";
import { count, dollars } from "@/scripts/command/amounts";

/** Formats an ISO instant with offset as `2026-11-20 13:05:12 -05:00`. */
export function clock(iso: string): string {
  return `${iso.slice(0, 10)} ${iso.slice(11, 19)} ${iso.slice(23)}`;
}

const methodLabels: Record<PaymentMethod, string> = { card: "card", "apple-pay": "Apple Pay", cash: "cash" };

export function describeSale(channel: SaleChannel | null, method: PaymentMethod | null): string {
  return `${channel ?? "?"} ${method ? methodLabels[method] : "unpaid?"}`;
}

export const openMatterLabels: Record<OpenMatter, string> = {
  "sales-not-ended": "sales have not ended",
  "sales-just-ended": "sales ended less than a minute ago",
  "payments-open": "payments are still being confirmed",
  "refunds-open": "refunds are still being confirmed",
};

const problemLabels: Record<ReportProblemKind, string> = {
  "numbers-missing": "these numbers were skipped: no order has them",
  "numbers-doubled": "these numbers were issued twice",
  "numbers-above-limit": "numbers above the limit were issued",
  "range-unlike-line": "the order's line has a different number of tickets",
  "line-missing": "the order has no line for these numbers",
  "order-not-finalized": "the order has numbers but isn't finalized",
  "payment-missing": "the order has numbers but no approved payment",
  "payment-differs": "the payment's amount differs from the order's",
  "order-unlike-lines": "the order's amount differs from the sum of its lines",
  "pool-unknown": "there are numbers in a pool that the draw doesn't have",
  "tickets-differ": "the counter of issued tickets differs from the numbers",
  "void-differs": "the void numbers changed while they were read",
  "never-issued-differs": "the numbers never issued differ from the limit less the counter",
  "amount-differs": "the counter of sales differs from the amounts of the lines",
  "orders-differ": "the number of orders differs from the orders that have numbers",
  "order-amounts-differ": "the amounts of the orders differ from those of their lines",
};

const inCents: ReadonlySet<ReportProblemKind> = new Set([
  "amount-differs",
  "order-amounts-differ",
  "order-unlike-lines",
  "payment-differs",
]);

export function describeProblem({ problem, poolId, first, last, orderCode, expected, found }: ReportProblem): string {
  const figure = inCents.has(problem) ? dollars : count;
  const where = [
    poolId && `pool ${poolId}`,
    first && `numbers ${first}-${last}`,
    orderCode && `order ${orderCode}`,
  ].filter(Boolean);
  const figures = expected === undefined ? "" : ` (expected ${figure(expected)}, found ${figure(found ?? 0)})`;
  return `${where.length > 0 ? `${where.join(", ")}: ` : ""}${problemLabels[problem]}${figures}`;
}

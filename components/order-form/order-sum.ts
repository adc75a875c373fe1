import { mainPoolId } from "@/lib/draws/rules";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { PricedLine, SaleMoment } from "@/lib/orders/rules.lines";
import { sumByPool, sumCents } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { linesOf } from "./checkout-form";

/** What is bought of one draw; `title` is null for the main one. */
export type SummedDraw = { title: string | null; tickets: number; cents: number };

/** What a buyer is about to pay, all draws together and one by one. */
export type OrderSum = { tickets: number; cents: number; draws: SummedDraw[] };

function linesOfOrder(order: OrderView): PricedLine[] {
  return order.lines.map((line) => ({ ...line, bundleId: line.bundleId ?? null, amountCents: toCents(line.amount) }));
}

function titleOf({ addOns }: CheckoutDraw, poolId: string): string | null {
  if (poolId === mainPoolId) return null;
  return addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? null;
}

/**
 * What the held order costs, else what the form stands for, by the server's own rule: the one sum that the page's bar
 * and Apple's sheet show.
 */
export function orderSum(draw: CheckoutDraw, form: CheckoutForm, sale: SaleMoment, order: OrderView | null): OrderSum {
  const lines = order ? linesOfOrder(order) : linesOf(draw, form, sale);
  const draws = [...sumByPool(lines)].map(([poolId, sum]) => ({ title: titleOf(draw, poolId), ...sum }));
  const tickets = draws.reduce((count, { tickets: own }) => count + own, 0);
  return { tickets, cents: order ? toCents(order.amount) : sumCents(lines), draws };
}

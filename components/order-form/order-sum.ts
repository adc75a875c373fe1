import { mainPoolId } from "@/lib/draws/rules";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { PricedLine, SaleMoment } from "@/lib/orders/rules.lines";
import { sumByPool, sumCents } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { linesOf } from "./checkout-form";

/** What is bought of one draw; `title` is null for the main one. `isRequired`: it goes with every order. */
export type SummedDraw = { title: string | null; tickets: number; cents: number; isRequired: boolean };

/**
 * What a buyer is about to pay, in cents, all draws together and one by one; of tickets, those that the buyer chose.
 * Those of draws that are required with them are not counted.
 */
export type OrderSum = { tickets: number; cents: number; draws: SummedDraw[] };

function linesOfOrder(order: OrderView): PricedLine[] {
  return order.lines.map((line) => ({ ...line, bundleId: line.bundleId ?? null, amountCents: toCents(line.amount) }));
}

function titleOf({ addOns }: CheckoutDraw, poolId: string): string | null {
  if (poolId === mainPoolId) return null;
  return addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? null;
}

/** Pools that are required with every order and that no bundle of this one brings. */
function requiredPools({ addOns }: CheckoutDraw, lines: readonly PricedLine[]): Set<string> {
  const bundled = new Set(lines.filter(({ bundleId }) => bundleId !== null).map(({ poolId }) => poolId));
  return new Set(addOns.filter(({ mandatory, poolId }) => mandatory && !bundled.has(poolId)).map((one) => one.poolId));
}

/**
 * What the held order costs, else what the form stands for, by the server's own rule: the one sum that the page's bar
 * and Apple's sheet show.
 */
export function orderSum(draw: CheckoutDraw, form: CheckoutForm, sale: SaleMoment, order: OrderView | null): OrderSum {
  const lines = order ? linesOfOrder(order) : linesOf(draw, form, sale);
  const pools = requiredPools(draw, lines);
  const draws = [...sumByPool(lines)].map(([poolId, sum]) => ({
    title: titleOf(draw, poolId),
    ...sum,
    isRequired: pools.has(poolId),
  }));
  const tickets = draws.reduce((count, { tickets: own, isRequired }) => (isRequired ? count : count + own), 0);
  const cents = order ? toCents(order.amount) : sumCents(lines);
  return { tickets, cents, draws };
}

import { mainPoolId } from "@/lib/draws/rules";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Availability, PricedLine } from "@/lib/orders/rules.lines";
import { sumByPool, sumCents } from "@/lib/orders/rules.lines";
import { listLines } from "./basket";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";

/** `title` is null for the main draw. */
export type DrawSum = { title: string | null; tickets: number; cents: number };

export type OrderSum = { tickets: number; cents: number; draws: DrawSum[] };

/** Sums the held order if there is one, otherwise the form. */
export function getOrderSum(
  draw: CheckoutDraw,
  form: CheckoutForm,
  availability: Availability,
  order: OrderView | null,
): OrderSum {
  if (order) return getHeldOrderSum(draw, order);
  const lines = listLines(draw, form, availability);
  return toOrderSum(draw, lines, sumCents(lines));
}

export function getHeldOrderSum(draw: DrawTitles, order: OrderView): OrderSum {
  const lines = order.lines.map((line) => ({
    ...line,
    bundleId: line.bundleId ?? null,
    amountCents: toCents(line.amount),
  }));
  return toOrderSum(draw, lines, toCents(order.amount));
}

type DrawTitles = Pick<CheckoutDraw, "addOns">;

function findTitle({ addOns }: DrawTitles, poolId: string): string | null {
  if (poolId === mainPoolId) return null;
  return addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? "";
}

function toOrderSum(draw: DrawTitles, lines: readonly PricedLine[], cents: number): OrderSum {
  const draws = [...sumByPool(lines)].map(([poolId, sum]) => ({ title: findTitle(draw, poolId), ...sum }));
  const main = draws.find(({ title }) => title === null);
  return { tickets: main?.tickets ?? draws.reduce((count, { tickets }) => count + tickets, 0), cents, draws };
}

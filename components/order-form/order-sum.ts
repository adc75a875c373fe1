import { mainPoolId } from "@/lib/draws/rules";
import { toCents } from "@/lib/money";
import type { OrderView } from "@/lib/orders/rules";
import type { Availability, PricedLine } from "@/lib/orders/rules.lines";
import { sumByPool, sumCents } from "@/lib/orders/rules.lines";
import type { CheckoutDraw } from "./checkout-draw";
import type { CheckoutForm } from "./checkout-form";
import { listLines } from "./checkout-form";

/** `title` is null for the main draw. */
export type SummedDraw = { title: string | null; tickets: number; cents: number };

export type OrderSum = { tickets: number; cents: number; draws: SummedDraw[] };

type TitledDraw = Pick<CheckoutDraw, "addOns">;

function getTitle({ addOns }: TitledDraw, poolId: string): string | null {
  if (poolId === mainPoolId) return null;
  return addOns.find((addOn) => addOn.poolId === poolId)?.title.text ?? "";
}

function toOrderSum(draw: TitledDraw, lines: readonly PricedLine[], cents: number): OrderSum {
  const draws = [...sumByPool(lines)].map(([poolId, sum]) => ({ title: getTitle(draw, poolId), ...sum }));
  const main = draws.find(({ title }) => title === null);
  return { tickets: main?.tickets ?? draws.reduce((count, one) => count + one.tickets, 0), cents, draws };
}

export function heldSum(draw: TitledDraw, order: OrderView): OrderSum {
  const lines = order.lines.map((line) => ({
    ...line,
    bundleId: line.bundleId ?? null,
    amountCents: toCents(line.amount),
  }));
  return toOrderSum(draw, lines, toCents(order.amount));
}

/** Sums the held order, otherwise the form, so the page's bar and Apple's sheet show the same sum. */
export function orderSum(
  draw: CheckoutDraw,
  form: CheckoutForm,
  availability: Availability,
  order: OrderView | null,
): OrderSum {
  if (order) return heldSum(draw, order);
  const lines = listLines(draw, form, availability);
  return toOrderSum(draw, lines, sumCents(lines));
}

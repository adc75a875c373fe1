import { filterDraws } from "@/components/draws/draw-filter";
import type { TerminalDraw } from "@/lib/terminal/client";

/** The draws of a tablet: what it can sell now, and all others. */
export type GroupedDraws = { onSale: TerminalDraw[]; others: TerminalDraw[] };

/**
 * What can be sold now by its close, tests after all others, so that nobody sells one by mistake; then what cannot, as
 * the list of draws has it, and what is past.
 */
export function groupDraws(draws: readonly TerminalDraw[]): GroupedDraws {
  const onSale = filterDraws(draws, "ending-soon");
  const started = filterDraws(draws, undefined).filter((one) => !onSale.includes(one));
  return {
    onSale: [...onSale.filter(({ draw }) => !draw.isTestDraw), ...onSale.filter(({ draw }) => draw.isTestDraw)],
    others: [...started, ...filterDraws(draws, "past")],
  };
}

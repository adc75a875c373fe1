import type { PoolCounters } from "@/lib/draws/rules";
import { isSoldOut, mainPoolId } from "@/lib/draws/rules";
import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { catalogueOf } from "@/lib/draws/rules.catalogue";
import type { Draw } from "@/lib/draws/schema";
import type { FieldProblem, FieldProblemKey, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Basket, PricedLine } from "./rules.lines";
import { lacksMainDraw, missingPools, overdrawnPools, priceLines, sumByPool, sumCents } from "./rules.lines";

/** A basket that may be reserved. */
export type PricedBasket = { ok: true; lines: PricedLine[]; amountCents: number };

/**
 * The most that one order may cost, in cents: the highest amount of a draw in dollars (`dollarsSchema`), which a column
 * of cents holds and an operator can enter as cash.
 */
const maxOrderCents = 1_000_000_000;

/** Names whole pools as fields of a basket: `lines.{poolId}`. */
export function poolFields(poolIds: readonly string[], problem: FieldProblemKey): FieldProblem[] {
  return poolIds.map((poolId) => ({ field: `lines.${poolId}`, problem }));
}

/**
 * Why lines can never be taken, by counters read earlier: issued numbers are never issued again, so `sold` never falls.
 * Held tickets, and money below a jackpot limit, may be released, so the reservation decides about those. Refusals:
 * `sold-out` for the main pool, `second-draw-full` naming the others.
 */
export function whyGone(lines: readonly PricedLine[], pools: ReadonlyMap<string, PoolCounters>): Refusal | null {
  const gone = [...sumByPool(lines).keys()].filter((poolId) => {
    const counters = pools.get(poolId);
    return counters !== undefined && isSoldOut(counters);
  });
  if (gone.length === 0) return null;
  return gone.includes(mainPoolId) ? refuse("sold-out") : refuse("second-draw-full", poolFields(gone, "too-large"));
}

/**
 * Prices a basket by the draw's own rules at `now`; `rooms` is what can still be taken from each pool, so that a full
 * second draw isn't required. Refusals: `invalid-input` naming what the draw doesn't sell or what is missing,
 * `too-many-tickets` naming the pools above `maxTicketPayout`, `order-too-large` above ten million dollars.
 */
export function priceBasket(
  draw: Draw,
  basket: Basket,
  now: Date,
  rooms: ReadonlyMap<string, PoolCapacity> = new Map(),
): PricedBasket | Refusal {
  const catalogue = catalogueOf(draw);
  const { lines, problems } = priceLines(catalogue, basket, now);
  if (problems.length > 0) return refuse("invalid-input", problems);
  if (lines.length === 0) return refuse("invalid-input", [{ field: "lines", problem: "required" }]);
  const missing = missingPools(catalogue, lines, { now, rooms });
  if (missing.length > 0) return refuse("invalid-input", poolFields(missing, "required"));
  if (lacksMainDraw(catalogue, lines)) return refuse("invalid-input", poolFields([mainPoolId], "required"));
  const overdrawn = overdrawnPools(catalogue, lines);
  if (overdrawn.length > 0) return refuse("too-many-tickets", poolFields(overdrawn, "too-large"));
  const amountCents = sumCents(lines);
  return amountCents > maxOrderCents ? refuse("order-too-large") : { ok: true, lines, amountCents };
}

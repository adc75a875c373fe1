import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { isFull, saleTimeOf } from "@/lib/draws/rules.catalogue";
import type { LivePool } from "@/lib/draws/rules.projection";
import { toCents } from "@/lib/money";

import type { CheckoutDraw } from "./checkout-draw";

/** Where a second draw stands for a buyer; only an open one can be chosen. */
export type AddOnState = "open" | "ahead" | "over" | "sold-out" | "all-held";

/** What can still be taken from each pool, from the live state; in cents. */
export function capacitiesOf(pools: readonly LivePool[]): Map<string, PoolCapacity> {
  return new Map(
    pools.map(({ poolId, left, jackpotRoom }) => [
      poolId,
      { tickets: left, cents: jackpotRoom === null ? null : toCents(jackpotRoom) },
    ]),
  );
}

/** Where a second draw stands at `now`, by its own dates and by what is left of it. */
export function addOnStateOf(
  { catalogue }: Pick<CheckoutDraw, "catalogue">,
  poolId: string,
  now: Date,
  live: readonly LivePool[],
): AddOnState {
  const pool = catalogue.pools.find((known) => known.poolId === poolId);
  if (!pool) return "over";
  const time = saleTimeOf(pool, now);
  if (time !== "now") return time;
  if (!isFull(pool, capacitiesOf(live).get(poolId))) return "open";
  const own = live.find((known) => known.poolId === poolId);
  return own?.left === 0 && !own.soldOut ? "all-held" : "sold-out";
}

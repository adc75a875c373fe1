import type { CheckoutDraw } from "@/components/order-form/checkout-draw";
import type { PoolCapacity } from "@/lib/draws/rules.catalogue";
import { getSalePeriod, isFull } from "@/lib/draws/rules.catalogue";
import type { LivePool } from "@/lib/draws/rules.projection";
import { toCents } from "@/lib/money";

export type AddOnState = "open" | "ahead" | "over" | "sold-out" | "jackpot-reached" | "all-held";

export function toCapacities(pools: readonly LivePool[]): Map<string, PoolCapacity> {
  return new Map(
    pools.map(({ poolId, left, jackpotRoom }) => [
      poolId,
      { tickets: left, cents: jackpotRoom === null ? null : toCents(jackpotRoom) },
    ]),
  );
}

export function getAddOnState(
  { catalogue }: Pick<CheckoutDraw, "catalogue">,
  poolId: string,
  now: Date,
  live: readonly LivePool[],
): AddOnState {
  const pool = catalogue.pools.find((candidate) => candidate.poolId === poolId);
  if (!pool) return "over";
  const period = getSalePeriod(pool, now);
  if (period !== "now") return period;
  const capacity = toCapacities(live).get(poolId);
  if (!isFull(pool, capacity)) return "open";
  const livePool = live.find((candidate) => candidate.poolId === poolId);
  if (!livePool || livePool.soldOut) return "sold-out";
  if (livePool.jackpotReached) return "jackpot-reached";
  const hasHeldMoney = isFull(pool, { tickets: null, cents: capacity?.cents ?? null });
  return livePool.left === 0 || hasHeldMoney ? "all-held" : "sold-out";
}

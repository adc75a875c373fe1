import { mainPoolId } from "@/lib/draws/rules";

import type { NumberRangeView, OrderView } from "./rules";
import type { PoolFacts } from "./rules.pool-facts";

/** Ranges of one pool under its title, with its licence and its draw date if they are known. */
export type PoolNumbers = PoolFacts & { poolId: string; ranges: NumberRangeView[] };

/** Groups ranges by pool, in the order of the pools; a pool that is no longer named comes last under its id. */
export function groupByPool(numbers: NumberRangeView[], pools: ReadonlyMap<string, PoolFacts>): PoolNumbers[] {
  const poolIds = [...new Set([...pools.keys(), ...numbers.map((range) => range.poolId)])];
  return poolIds
    .map((poolId) => ({
      ...(pools.get(poolId) ?? { title: poolId, licence: "", drawn: null }),
      poolId,
      ranges: numbers.filter((range) => range.poolId === poolId).sort((left, right) => left.first - right.first),
    }))
    .filter((pool) => pool.ranges.length > 0);
}

/** True when an order has numbers of a second draw, so that each draw is named above its numbers. */
export function areNumbersNamed({ numbers }: Pick<OrderView, "numbers">): boolean {
  return numbers.some(({ poolId }) => poolId !== mainPoolId);
}

/** Writes a ticket number as people read it aloud: from 10 000 on in groups of three, never padded. */
export function formatTicketNumber(ticketNumber: number): string {
  const digits = String(ticketNumber);
  return ticketNumber < 10_000 ? digits : digits.replace(/\B(?=(\d{3})+$)/g, "\u00a0");
}

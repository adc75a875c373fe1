import type { PoolCounters } from "@/lib/draws/rules";
import { getSchedule, mainPoolId } from "@/lib/draws/rules";
import type { Pool } from "@/lib/draws/rules.packages";
import { listPools } from "@/lib/draws/rules.packages";
import type { LiveSnapshot } from "@/lib/draws/rules.projection";
import type { Draw } from "@/lib/draws/schema";
import { dayMs } from "@/lib/durations";

export const previewMs = 7 * dayMs;

/** 130 bits. Proxies leave segments of that length out of their logs (docs/access-logs.md). */
export const previewCodeLength = 26;

/** Without the language. */
export function getPreviewPath(drawId: string, code: string): string {
  return `/${drawId}/preview/${code}`;
}

type Stored = Pick<LiveSnapshot, "closedAt" | "pools">;

/** The draw as it will be once the draft is published. Tickets that the stored draw has sold stay sold. */
export function createPreviewSnapshot(draw: Draw, base: Stored | null): LiveSnapshot {
  const pools = new Map(listPools(draw).map((pool) => [pool.poolId, toCounters(pool, base?.pools.get(pool.poolId))]));
  const mainPool = pools.get(mainPoolId);
  if (!mainPool) throw new Error("A draw has no main pool.");
  return { draw, closedAt: base?.closedAt ?? null, pools, mainPool };
}

const unsold = { sold: 0, voided: 0, reserved: 0, salesCents: 0, reservedCents: 0 };

function toCounters(pool: Pool, stored: PoolCounters | undefined): PoolCounters {
  const { poolId, maxTickets, jackpotBaseCents, maxJackpotCents, cutOffAt } = pool;
  return { ...(stored ?? unsold), poolId, maxTickets, jackpotBaseCents, maxJackpotCents, cutOffAt };
}

/** Before sales open, a preview shows the moment at which they do. */
export function getPreviewTime(draw: Draw, now: Date): Date {
  const { opensAt } = getSchedule(draw);
  return now < opensAt ? opensAt : now;
}

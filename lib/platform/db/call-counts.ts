import "server-only";

import { sql } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

import type { Database } from "./database";
import { queryRows } from "./database";

/**
 * `duration` is in seconds. A buying browser makes fewer than 20 calls a minute, an arena shares one network, and a
 * wide network (`getClientNetworks`) gets twice as many (decisions 036, 055, 068).
 */
export const callRules = {
  "browser-calls": { points: 20, duration: 60 },
  icons: { points: 300, duration: 60 },
  "unknown-draws": { points: 60, duration: 60 },
  "network-calls": { points: 6000, duration: 60 },
  "wide-network-calls": { points: 12_000, duration: 60 },
  "browser-cancels": { points: 20, duration: 60 },
  "network-cancels": { points: 600, duration: 60 },
  "wide-network-cancels": { points: 1200, duration: 60 },
  "admin-keys": { points: 10, duration: 15 * 60 },
  "wide-admin-keys": { points: 20, duration: 15 * 60 },
  "device-codes": { points: 20, duration: 15 * 60 },
  "wide-device-codes": { points: 40, duration: 15 * 60 },
  "receipt-checks": { points: 20, duration: 60 },
  "policy-reports": { points: 30, duration: 60 },
  "wide-policy-reports": { points: 60, duration: 60 },
} as const;

export type CallRule = keyof typeof callRules;

export type NetworkRule =
  Extract<CallRule, `wide-${string}`> extends `wide-${infer Rule extends CallRule}` ? Rule : never;

/** Resolves to the seconds to wait, or null within the limit. Keys are digests, so no IP address is stored. */
export type CallCounter = (rule: CallRule, key: string, calls?: number) => Promise<number | null>;

type Query = { text: string; values: unknown[] };

export type FallbackCounts = ReadonlyMap<string, RateLimiterMemory>;

/** All pools share the counters, so that a caller gets no extra calls by using several. */
export function createFallbackCounts(): FallbackCounts {
  return new Map(
    Object.entries(callRules).map(([keyPrefix, rule]) => [keyPrefix, new RateLimiterMemory({ keyPrefix, ...rule })]),
  );
}

export function createCallCounter(db: Database, fallbackCounts = createFallbackCounts()): CallCounter {
  const limiters = new Map([...fallbackCounts].map(([rule, fallback]) => [rule, createLimiter(db, fallback)]));
  return async (rule, key, calls = 1) => {
    try {
      await limiters.get(rule)?.consume(key, calls);
      return null;
    } catch (limit) {
      if (!(limit instanceof RateLimiterRes)) throw limit;
      return Math.max(1, Math.ceil(limit.msBeforeNext / 1000));
    }
  };
}

export async function deleteOldCounts(db: Database, now: Date): Promise<void> {
  await queryRows(db, sql`delete from call_counts where expire < ${now.getTime()}`);
}

function createStoreClient(db: Database) {
  const query = async ({ text, values }: Query) => {
    const parts = text.split(/\$(\d+)/);
    const chunks = parts.map((part, index) => (index % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    const rows = await queryRows<Record<string, unknown>>(db, sql.join(chunks));
    return { rows, rowCount: rows.length };
  };
  return { query };
}

function createLimiter(db: Database, fallback: RateLimiterMemory) {
  const { keyPrefix, points, duration } = fallback;
  return new RateLimiterPostgres({
    keyPrefix,
    points,
    duration,
    storeClient: createStoreClient(db),
    storeType: "client",
    tableName: "call_counts",
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A blocked caller costs no query. Without a database, each process counts for itself.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: fallback,
  });
}

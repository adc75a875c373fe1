import "server-only";

import { sql } from "drizzle-orm";
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from "rate-limiter-flexible";

import type { Database } from "./database";
import { queryRows } from "./database";

/**
 * What one caller may do within a number of seconds. A browser makes fewer than 20 calls a minute when it buys; a whole
 * arena shares one network in its last minute. Someone who has a key or a code gets it wrong a few times and then
 * right. Unknown draws are requested upstream a few times a minute in total (decision 036). What
 * browsers report beyond a few a minute says nothing new (decision 055). Each order that is cancelled leaves a row for
 * ever, and makes room for the next (decision 068). A wide network (`clientNetworksOf`) may make
 * twice as many calls as one in it.
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
  "policy-reports": { points: 30, duration: 60 },
  "wide-policy-reports": { points: 60, duration: 60 },
} as const;

/** The name of a rule by which calls are counted. */
export type CallRule = keyof typeof callRules;

/** The rules of networks, each with the one of the wide network around. */
export type NetworkRule =
  Extract<CallRule, `wide-${string}`> extends `wide-${infer Rule extends CallRule}` ? Rule : never;

/**
 * Counts one or more calls of the caller with this `key`. Returns null while it may continue, otherwise the seconds
 * until it may again. A key is a digest (`networkKeysOf`) or a cookie's hash: no address is stored.
 */
export type CallCounter = (rule: CallRule, key: string, calls?: number) => Promise<number | null>;

type Query = { text: string; values: unknown[] };

/** The library's statements, `$1` and so on, through the connection that everything else uses: pooled, or embedded. */
function clientOf(db: Database) {
  const query = async ({ text, values }: Query) => {
    const parts = text.split(/\$(\d+)/);
    const chunks = parts.map((part, at) => (at % 2 === 0 ? sql.raw(part) : sql`${values[Number(part) - 1]}`));
    const rows = await queryRows<Record<string, unknown>>(db, sql.join(chunks));
    return { rows, rowCount: rows.length };
  };
  return { query };
}

/** What a process counts for itself while no database answers, by rule. */
export type OwnCounts = ReadonlyMap<string, RateLimiterMemory>;

/** Counts of a process that several counters share: a caller has no more calls by coming through each of them. */
export function createOwnCounts(): OwnCounts {
  return new Map(
    Object.entries(callRules).map(([keyPrefix, rule]) => [keyPrefix, new RateLimiterMemory({ keyPrefix, ...rule })]),
  );
}

function createLimiter(db: Database, own: RateLimiterMemory) {
  const { keyPrefix, points, duration } = own;
  return new RateLimiterPostgres({
    keyPrefix,
    points,
    duration,
    storeClient: clientOf(db),
    storeType: "client",
    tableName: "call_counts",
    tableCreated: true,
    clearExpiredByTimeout: false,
    // A caller over the limit is refused without asking the database again; without a database, each process counts for
    // itself.
    inMemoryBlockOnConsumed: points,
    insuranceLimiter: own,
  });
}

/**
 * The counter shared by all processes on one database; a limited caller stays limited until its time is over, whoever
 * else calls.
 */
export function createCallCounter(db: Database, ownCounts = createOwnCounts()): CallCounter {
  const limiters = new Map([...ownCounts].map(([rule, own]) => [rule, createLimiter(db, own)]));
  return async (rule, key, calls = 1) => {
    try {
      await limiters.get(rule)?.consume(key, calls);
      return null;
    } catch (refused) {
      if (!(refused instanceof RateLimiterRes)) throw refused;
      return Math.max(1, Math.ceil(refused.msBeforeNext / 1000));
    }
  };
}

/** Deletes counts whose time is over. */
export async function deleteOldCounts(db: Database, now: Date): Promise<void> {
  await queryRows(db, sql`delete from call_counts where expire < ${now.getTime()}`);
}

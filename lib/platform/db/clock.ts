import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
import { queryRows } from "./database";

export type DatabaseClock = { now: () => Date; measure: () => Promise<void> };

/**
 * Uses the later of both times, because a machine that slept, or a statement that waited for locks, must not sell after
 * a close.
 */
export function atLeastNow(processTime: SQL): SQL {
  return sql`greatest(${processTime}, database_now())`;
}

export async function readNow(db: Database, processTime: Date): Promise<Date> {
  const now = atLeastNow(sql`${processTime.toISOString()}::timestamptz`);
  const [row] = await queryRows<{ ms: string }>(db, sql`select extract(epoch from ${now}) * 1000 as ms`);
  return new Date(Number(row?.ms));
}

/** A slower sample waited for a connection and says little about the clock. */
const longestRoundTripMs = 200;

const firstSamples = 5;

type Sample = { offsetMs: number; roundTripMs: number };

async function takeSample(db: Database): Promise<Sample> {
  const before = performance.now();
  const [row] = await queryRows<{ ms: string }>(db, sql`select extract(epoch from clock_timestamp()) * 1000 as ms`);
  const after = performance.now();
  return { offsetMs: Number(row?.ms) - (before + after) / 2, roundTripMs: after - before };
}

/**
 * Keeps an offset to the monotonic clock, so that a wrong or jumping system clock moves no hold and no close of sales.
 */
export async function openClock(db: Database): Promise<DatabaseClock> {
  const samples: Sample[] = [];
  while (samples.length < firstSamples) samples.push(await takeSample(db));
  const best = samples.reduce((left, right) => (right.roundTripMs < left.roundTripMs ? right : left));
  let { offsetMs } = best;
  const measure = async () => {
    const sample = await takeSample(db);
    if (sample.roundTripMs <= longestRoundTripMs) offsetMs = sample.offsetMs;
  };
  return { now: () => new Date(performance.now() + offsetMs), measure };
}

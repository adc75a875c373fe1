import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
import { queryRows } from "./database";

export type DatabaseClock = { now: () => Date; measure: () => Promise<void> };

/**
 * The later of the process's and the database's time, in SQL. A machine that slept, or a statement that waited for
 * locks, must not sell tickets after the close of sales.
 */
export function atLeastNow(processTime: SQL): SQL {
  return sql`greatest(${processTime}, database_now())`;
}

export async function readNow(db: Database, processTime: Date): Promise<Date> {
  const now = atLeastNow(sql`${processTime.toISOString()}::timestamptz`);
  const [row] = await queryRows<{ ms: string }>(db, sql`select extract(epoch from ${now}) * 1000 as ms`);
  return new Date(Number(row?.ms));
}

/** A slower sample waited for a connection, and its offset would be wrong. */
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
 * Adds an offset to the process's monotonic clock, so that a wrong or jumping system clock changes neither the end of a
 * hold nor the close of sales.
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

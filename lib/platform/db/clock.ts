import "server-only";

import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import type { Database } from "./database";
import { queryRows } from "./database";

/** The database's clock as this process knows it: `now()` costs no query. */
export type DatabaseClock = { now: () => Date; measure: () => Promise<void> };

/**
 * The later of what a process believes and of the database's clock when the statement runs: a machine that slept, or a
 * statement that waited, must not sell after a close.
 */
export function atLeastNow(believed: SQL): SQL {
  return sql`greatest(${believed}, database_now())`;
}

/** The same as an instant, to explain a refusal by the clock that made it. */
export async function readNow(db: Database, believed: Date): Promise<Date> {
  const now = atLeastNow(sql`${believed.toISOString()}::timestamptz`);
  const [row] = await queryRows<{ ms: string }>(db, sql`select extract(epoch from ${now}) * 1000 as ms`);
  return new Date(Number(row?.ms));
}

/** A sample that took longer, in ms, waited for a connection and says little about the clock. */
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
 * Follows the database's clock by an offset to this process's monotonic clock, so that neither a wrong nor a jumping
 * system clock moves a hold or the close of sales. `measure` is called again by a job.
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

import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import { sql } from "drizzle-orm";

import { indexSearchTerms } from "@/lib/console/index-search-terms";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket } from "@/tests/support/core/orders";

import type { Call, Sample } from "./console-calls";
import { createCalls, createErasure, readSamples } from "./console-calls";
import type { ConsoleStage } from "./console-stage";
import { largeDraw, openConsole } from "./console-stage";

const { values: options } = parseArgs({
  options: {
    orders: { type: "string", default: "2000000" },
    embedded: { type: "boolean", default: false },
    calls: { type: "string", default: "200" },
    rounds: { type: "string", default: "12" },
    only: { type: "string", default: "" },
  },
});

/** In ms, for the 95th percentile. */
const bar = 300;

const rateBar = 0.9;

/**
 * Each person looks for an order, opens it, and does so again a second later. The embedded database serves small draws.
 */
const people = options.embedded ? 3 : 10;

const buyers = 4;

const turnMs = 5000;

function part(times: readonly number[], share: number): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length * share)] ?? Number.NaN;
}

async function measure({ name, run }: Call, samples: readonly Sample[]): Promise<number> {
  const times: number[] = [];
  let [rows, firstMs] = [0, 0];
  for (const [at, sample] of samples.entries()) {
    const startedMs = performance.now();
    rows += await run(sample);
    if (at === 0) firstMs = performance.now() - startedMs;
    else times.push(performance.now() - startedMs);
  }
  const p95 = part(times, 0.95);
  const shown = [firstMs, part(times, 0.5), p95].map((ms) => ms.toFixed(1).padStart(8)).join(" ");
  console.log(`${name.padEnd(42)} ${shown} ${(rows / samples.length).toFixed(1).padStart(6)}`);
  return p95;
}

/** Orders per second, by buyers without pauses. */
async function reserve({ sales }: ConsoleStage, round: string): Promise<number> {
  const startedMs = performance.now();
  let placed = 0;
  const buy = async (buyer: number) => {
    for (let at = 0; performance.now() - startedMs < turnMs; at += 1) {
      const order = await placeOrder(sales, createBasket(largeDraw), `bench-${process.pid}-${round}-${buyer}-${at}`);
      if (!order.ok) throw new Error(order.reason);
      placed += 1;
    }
  };
  await Promise.all(Array.from({ length: buyers }, (_none, buyer) => buy(buyer)));
  return (placed * 1000) / (performance.now() - startedMs);
}

type Looking = { counts: () => number; stop: () => Promise<void> };

function startLooking(calls: readonly Call[], samples: readonly Sample[]): Looking {
  let [isOver, done] = [false, 0];
  const look = async (person: number) => {
    await wait((1000 * person) / people);
    for (let at = person; !isOver; at += 1) {
      const nextMs = performance.now() + 1000;
      for (const call of [calls[at % calls.length], calls.at(-1)]) {
        const sample = samples[(at * people + person) % samples.length];
        if (call && sample && !isOver) await call.run(sample);
        done += 1;
      }
      await wait(Math.max(0, nextMs - performance.now()));
    }
  };
  const all = Promise.all(Array.from({ length: people }, (_none, person) => look(person)));
  return {
    counts: () => done,
    stop: async () => {
      isOver = true;
      await all;
    },
  };
}

async function compareRates(stage: ConsoleStage, calls: readonly Call[], samples: readonly Sample[]): Promise<number> {
  const [ratios, alone, beside]: [number[], number[], number[]] = [[], [], []];
  let looked = 0;
  await reserve(stage, "warm-up");
  for (let round = 0; round < Number(options.rounds); round += 1) {
    const rates = { with: 0, without: 0 };
    for (const turn of round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const)) {
      const looking = turn === "with" ? startLooking(calls, samples) : null;
      rates[turn] = await reserve(stage, `${round}-${turn}`);
      await looking?.stop();
      looked += looking?.counts() ?? 0;
    }
    ratios.push(rates.with / rates.without);
    alone.push(rates.without);
    beside.push(rates.with);
  }
  const [ratio, without, withSearches] = [ratios, alone, beside].map((values) => part(values, 0.5));
  const each = ratios.map((value) => value.toFixed(2)).join(", ");
  const calledPerSecond = (looked * 1000) / (ratios.length * turnMs);
  console.log(`Reservations a second: ${withSearches?.toFixed(0)} beside ${calledPerSecond.toFixed(0)} calls a second`);
  console.log(`of ${people} people, ${without?.toFixed(0)} without; ratio ${ratio?.toFixed(2)} (${each})`);
  return ratio ?? 0;
}

/** Indexes the names of the latest orders once more. */
async function measureIndex({ worker, orders }: ConsoleStage): Promise<void> {
  const again = Math.min(orders, 20_000);
  await queryRows(
    worker.db,
    sql`with latest as (
      select order_id, finalized_at from orders where draw_id = ${largeDraw} and status = 'finalized'
      order by finalized_at desc limit ${again}
    ), forgotten as (
      delete from order_words w using latest l where w.draw_id = ${largeDraw} and w.order_id = l.order_id
    ) update word_walks set finalized_at = (select min(finalized_at) from latest), order_id = ''
      where draw_id = ${largeDraw}`,
  );
  const startedMs = performance.now();
  const added = await indexSearchTerms(worker);
  const seconds = (performance.now() - startedMs) / 1000;
  console.log(`Names: ${added} orders in ${seconds.toFixed(1)} s, ${Math.round(added / seconds)} a second`);
}

async function main(): Promise<void> {
  const stage = await openConsole(Number(options.orders), options.embedded);
  const samples = await readSamples(stage, Number(options.calls));
  const calls = createCalls(stage).filter(({ name }) => name.includes(options.only));
  console.log(`${stage.orders} orders in a draw, ${samples.length} calls each, in ms`);
  console.log(`${"".padEnd(42)} ${["first", "p50", "p95"].map((name) => name.padStart(8)).join(" ")}   rows`);
  const slow: string[] = [];
  for (const call of calls) if ((await measure(call, samples)) > bar) slow.push(call.name);
  const page = calls.findIndex(({ name }) => name === "an order's page");
  const ratio = options.only ? 1 : await compareRates(stage, calls.slice(0, page + 1), samples);
  if (!options.only) {
    // Erased orders can't be found any more, so others are used.
    const others = await readSamples(stage, Number(options.calls));
    if ((await measure(createErasure(stage), others)) > bar) slow.push("erasing");
    await measureIndex(stage);
  }
  await stage.close();
  if (slow.length > 0) console.log(`Slower than ${bar} ms: ${slow.join("; ")}`);
  if (ratio < rateBar) console.log(`The ratio is below ${rateBar}.`);
  // The test context would keep its database for another test.
  process.exit(slow.length > 0 || ratio < rateBar ? 1 : 0);
}

await main();

import type { ChildProcess } from "node:child_process";
import { fork } from "node:child_process";
import { once } from "node:events";
import { closeSync, openSync } from "node:fs";

import { openDelayedLink } from "@/bench/delayed-link";
import type { Figure, Reading, Readings, Tempo } from "@/bench/figure";
import { median } from "@/bench/figure";
import type { Failures } from "@/bench/load";
import { asAdmin, openContext } from "@/bench/open-context";
import type { Postgres } from "@/bench/postgres";
import type { Task, TaskResult } from "@/bench/settle-worker";
import type { Context } from "@/lib/context";
import { refreshStatistics } from "@/lib/platform/db/statistics";
import { drawAt, importTestDraw } from "@/tests/support/core/test-context";
import { createDatabase, dropDatabase } from "@/tests/support/databases/postgres-database";

const drawId = "settled";

/** There and back. Timers have whole milliseconds, so the note has the median of the real round trip. */
const linkMs: [number, number] = [1, 2];

/** Attempts opened for the first round; later rounds multiply what the previous one settled by `reserve`. */
const [firstAttempts, reserve] = [300, 1.5];

/** `ended` rejects if the worker ends while its answer is awaited. */
type Worker = { child: ChildProcess; ended: Promise<never> };

/** Workers log to `.cache/bench-workers.log`. */
async function startWorkers(count: number, args: string[]): Promise<Worker[]> {
  const log = openSync(".cache/bench-workers.log", "w");
  const workers = Array.from({ length: count }, () => {
    const child = fork("bench/settle-worker.ts", args, { stdio: ["ignore", log, log, "ipc"] });
    const ended = once(child, "exit").then(() => Promise.reject(new Error("A worker of the bench ended.")));
    ended.catch(() => undefined);
    return { child, ended };
  });
  closeSync(log);
  await Promise.all(workers.map(hear));
  return workers;
}

async function hear<Answer>({ child, ended }: Worker): Promise<Answer> {
  const [answer] = await Promise.race([once(child, "message"), ended]);
  return answer as Answer;
}

function ask<Answer>(workers: readonly Worker[], task: Task): Promise<Answer[]> {
  return Promise.all(
    workers.map((worker) => {
      worker.child.send(task);
      return hear<Answer>(worker);
    }),
  );
}

async function stopWorkers(workers: readonly Worker[]): Promise<void> {
  for (const { child } of workers) if (child.connected) child.disconnect();
  await Promise.allSettled(workers.map(({ ended }) => ended));
}

function sumResults(results: readonly TaskResult[]): Reading {
  const settled = results.reduce((sum, each) => sum + each.settled, 0);
  const failures: Failures = {};
  for (const [reason, count] of results.flatMap((each) => Object.entries(each.failures))) {
    failures[reason] = (failures[reason] ?? 0) + count;
  }
  return { value: (settled * 1000) / Math.max(...results.map(({ tookMs }) => tookMs)), failures };
}

async function measureRounds(ctx: Context, workers: readonly Worker[], tempo: Tempo): Promise<Readings> {
  const readings: Reading[] = [];
  const trips: number[] = [];
  let attempts = firstAttempts;
  for (let round = -1; round < tempo.rounds; round += 1) {
    await ask(workers, { kind: "open", attempts: Math.ceil(attempts / workers.length) });
    await refreshStatistics(ctx.db);
    const results = await ask<TaskResult>(workers, { kind: "settle", seconds: tempo.seconds });
    trips.push(...results.map(({ roundTripMs }) => roundTripMs));
    const reading = sumResults(results);
    attempts = Math.max(firstAttempts, reading.value * tempo.seconds * reserve);
    if (round >= 0) readings.push(reading);
  }
  return { ours: readings, floor: [], note: `a round trip took ${median(trips).toFixed(1)} ms` };
}

async function withWorkers(url: string, count: number, tempo: Tempo): Promise<Readings> {
  const link = await openDelayedLink(url, linkMs);
  const { ctx, close } = await openContext(url);
  let workers: Worker[] = [];
  try {
    await importTestDraw(asAdmin(ctx), drawAt(new Date(), { id: drawId, urlSlug: drawId, maxTickets: 10_000_000 }));
    workers = await startWorkers(count, [url, link.url, drawId]);
    return await measureRounds(ctx, workers, tempo);
  } finally {
    await stopWorkers(workers);
    link.close();
    await close();
  }
}

async function measure({ url }: Postgres, tempo: Tempo, processes: number): Promise<Readings> {
  if (!url) return { ours: [], floor: [], note: "needs a PostgreSQL" };
  const database = await createDatabase(url, "server");
  return withWorkers(database, processes, tempo).finally(() => dropDatabase(url, database));
}

function createFigure(processes: number, name: string): Figure<Postgres> {
  return {
    name: `settlements of one draw, ${name}`,
    unit: "/s",
    bar: { least: 1000 },
    measure: (postgres, tempo) => measure(postgres, tempo, processes),
  };
}

export const settlementFigures: Figure<Postgres>[] = [
  createFigure(1, "one process"),
  createFigure(4, "four processes"),
];

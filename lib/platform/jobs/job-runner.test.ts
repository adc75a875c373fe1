import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";

import { saveCheckpoint } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";

import { runJob, startJobs } from "./job-runner";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

function countingJob(name: string, run: () => Promise<unknown> = async () => undefined) {
  const job = { name, everyMs: 60_000, leaseMs: 60_000, runs: 0, run: () => run() };
  job.run = async () => {
    job.runs += 1;
    return run();
  };
  return job;
}

describe("runJob", () => {
  it("runs a job once per interval, whichever process starts it", async () => {
    const job = countingJob("once");
    const ran = await Promise.all([runJob(test.ctx.db, job), runJob(test.ctx.db, job), runJob(test.ctx.db, job)]);
    expect(ran.filter(Boolean)).toHaveLength(1);
    expect(job.runs).toBe(1);
  });

  it("takes over the lease of a process that died", async () => {
    const job = countingJob("taken-over");
    await runJob(test.ctx.db, job);
    await test.ctx.db.execute(
      sql`update jobs set holder = 'dead', leased_until = now() - interval '1 second' where name = 'taken-over'`,
    );
    expect(await runJob(test.ctx.db, job)).toBe(true);
  });

  it("whose lease ran out while it hung neither blocks others nor ends its successor's lease", async () => {
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const lost = Object.assign(
      countingJob("hanging", () => hanging),
      { everyMs: 0, leaseMs: 1 },
    );
    const next = countingJob("hanging");
    const ended = runJob(test.ctx.db, lost);
    while (lost.runs === 0) await new Promise((resolve) => setTimeout(resolve, 5));
    while (!(await runJob(test.ctx.db, next))) await new Promise((resolve) => setTimeout(resolve, 5));
    goOn();
    expect(await ended).toBe(true);
    expect(await runJob(test.ctx.db, next)).toBe(false);
    expect(next.runs).toBe(1);
  });

  it.runIf(onPostgres)("runs a job once per interval in two processes", async () => {
    const other = await openPostgres(test.databaseUrl ?? "");
    const job = countingJob("two-processes");
    const runInBoth = async () => {
      const runs = [test.ctx.db, other.pools.jobs].flatMap((db) => Array.from({ length: 5 }, () => runJob(db, job)));
      return (await Promise.all(runs)).filter(Boolean).length;
    };
    expect(await runInBoth()).toBe(1);
    await test.ctx.db.execute(
      sql`update jobs set leased_until = now() - interval '1 second' where name = 'two-processes'`,
    );
    expect(await runInBoth()).toBe(1);
    expect(job.runs).toBe(2);
    await other.close();
  });

  it("logs a failure and leaves the job to the next run", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    expect(
      await runJob(
        test.ctx.db,
        countingJob("failing", () => Promise.reject(new Error("no"))),
      ),
    ).toBe(false);
    expect(logged).toHaveBeenCalledOnce();
    logged.mockRestore();
  });
});

describe("startJobs", () => {
  it("runs on its timer and waits for a run in progress when stopped", async () => {
    let finished = false;
    const slow = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200));
      finished = true;
    };
    const job = countingJob("slow", slow);
    const jobs = startJobs(test.ctx.db, [Object.assign(job, { everyMs: 20 })]);
    while (job.runs < 1) await new Promise((resolve) => setTimeout(resolve, 5));
    await jobs.stop();
    expect(finished).toBe(true);
  });

  it("runs a job again after a run outlived its lease", async () => {
    let goOn = () => {};
    const hanging = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    const job = countingJob("outlived", () => hanging);
    const jobs = startJobs(test.ctx.db, [Object.assign(job, { everyMs: 10, leaseMs: 30 })]);
    while (job.runs < 2) await new Promise((resolve) => setTimeout(resolve, 5));
    goOn();
    await jobs.stop();
  });
});

it("a checkpoint can be requested at any time", () => expect(saveCheckpoint(test.ctx.db)).resolves.toBeUndefined());

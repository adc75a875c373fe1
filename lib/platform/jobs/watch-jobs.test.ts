import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";

import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import type { Job } from "./job-runner";
import { runJob } from "./job-runner";
import type { JobWatch } from "./watch-jobs";
import { watchJobs } from "./watch-jobs";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
beforeEach(() => test.ctx.db.execute(sql`delete from jobs`));
afterAll(() => test.close());

/** Stalls after four seconds, so that a job that has just run is on time even on a busy machine. */
function createJob(name: string, more: Partial<Job> = {}): Job {
  return { name, everyMs: 10, leaseMs: 4000, run: async () => undefined, ...more };
}

function expectStalled(watch: JobWatch, names: string[]): Promise<void> {
  return vi.waitFor(async () => expect(await watch.stalled()).toEqual(names), { timeout: 30_000, interval: 100 });
}

async function watched<Result>(watch: JobWatch, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } finally {
    watch.stop();
  }
}

describe("a job", () => {
  it("stalls if it succeeds in no process, whether it runs or not", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    const failing = createJob("failing", { run: () => Promise.reject(new Error("no")) });
    const [running, shared, dead] = [
      createJob("running"),
      createJob("shared", { isEverywhere: true }),
      createJob("dead"),
    ];
    const watch = watchJobs(test.ctx.db, [running, shared, failing, dead]);
    await watched(watch, async () => {
      expect(await watch.stalled()).toEqual([]);
      await expectStalled(watch, ["running", "shared", "failing", "dead"]);
      for (const job of [running, shared, failing]) await runJob(test.ctx.db, job);
      expect(await watch.stalled()).toEqual(["failing", "dead"]);
    });
    vi.restoreAllMocks();
  });

  it("isn't blamed for time in which no process ran", async () => {
    await runJob(test.ctx.db, createJob("rested"));
    await test.ctx.db.execute(sql`update jobs set finished_at = finished_at - interval '1 day'`);
    const watch = watchJobs(test.ctx.db, [createJob("rested")]);
    await watched(watch, async () => {
      expect(await watch.stalled()).toEqual([]);
      await expectStalled(watch, ["rested"]);
    });
  });

  it("that stalls is logged repeatedly", async () => {
    const logged = vi.spyOn(console, "error").mockImplementation(() => undefined);
    const watch = watchJobs(test.ctx.db, [createJob("dead"), createJob("late", { everyMs: 60_000 })], 50);
    const listLines = () => logged.mock.calls.flat().map(String);
    await watched(watch, () => vi.waitFor(() => expect(listLines().length).toBeGreaterThan(1), { timeout: 30_000 }));
    const lines = listLines();
    logged.mockRestore();
    expect(watch.latest()).toEqual(["dead"]);
    for (const line of lines) expect(JSON.parse(line)).toMatchObject({ message: "Jobs have stalled.", jobs: "dead" });
  });
});

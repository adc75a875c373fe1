import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";

import { assessDurability, readDurability, requireDurability } from "./require-durability";

let test: TestContext;
beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const safe = { fsync: "on", full_page_writes: "on", synchronous_commit: "on", standbys: 0 };
const live = { isLive: true, expectedStandbys: 0 };

it.runIf(onPostgres)("accepts a database that keeps what it acknowledges", async () => {
  await requireDurability(test.ctx.db, live);
  expect(await readDurability(test.ctx.db)).toEqual(safe);
});

describe("the settings of a database", () => {
  it.each([
    [{}, 1, { unsafe: [], doubtful: [expect.stringContaining("fewer standbys")] }],
    [{ standbys: 1 }, 1, { unsafe: [], doubtful: [] }],
    [{ fsync: "off" }, 0, { unsafe: ["fsync is off"], doubtful: [] }],
    [{ synchronous_commit: "off" }, 0, { unsafe: ["synchronous_commit is off"], doubtful: [] }],
    [{ synchronous_commit: "local" }, 0, { unsafe: [], doubtful: [] }],
    [{ synchronous_commit: "local", standbys: 1 }, 1, { unsafe: ["synchronous_commit is local"], doubtful: [] }],
    [{ synchronous_commit: "remote_write" }, 0, { unsafe: [], doubtful: [] }],
    [
      { synchronous_commit: "remote_write", standbys: 1 },
      1,
      { unsafe: [], doubtful: [expect.stringContaining("remote_write")] },
    ],
    [{ full_page_writes: "off" }, 0, { unsafe: [], doubtful: [expect.stringContaining("full_page_writes")] }],
  ])("%j are judged by what they may lose, with %i standbys expected", (settings, expected, judged) => {
    expect(assessDurability({ ...safe, ...settings }, expected)).toEqual(judged);
  });
});

it("warns of a standby that is missing, and starts", async () => {
  const written = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  try {
    await requireDurability(test.ctx.db, { isLive: onPostgres, expectedStandbys: 1 });
    const lines = written.mock.calls.map(([line]) => JSON.parse(String(line)) as object);
    expect(lines).toEqual([expect.objectContaining({ level: "warn", standbys: 0, expected: 1 })]);
  } finally {
    written.mockRestore();
  }
});

describe.runIf(onPostgres)("a database that acknowledges before it has written", () => {
  function waitingFor(
    commit: "off" | "local",
    work: Parameters<TestContext["ctx"]["db"]["transaction"]>[0],
  ): Promise<unknown> {
    return test.ctx.db.transaction(async (tx) => {
      await tx.execute(sql`select set_config('synchronous_commit', ${commit}, true)`);
      return work(tx);
    });
  }

  it("doesn't start in live mode, and says which setting", async () => {
    await expect(waitingFor("off", (tx) => requireDurability(tx, live))).rejects.toThrow(
      /may lose sales .* synchronous_commit is off/,
    );
  });

  it("doesn't start either if a standby is to confirm, and commits don't wait for it", async () => {
    await waitingFor("local", (tx) => requireDurability(tx, live));
    await expect(waitingFor("local", (tx) => requireDurability(tx, { ...live, expectedStandbys: 1 }))).rejects.toThrow(
      /synchronous_commit is local/,
    );
  });

  it("serves a demo", async () => {
    await waitingFor("off", (tx) => requireDurability(tx, { ...live, isLive: false }));
  });
});

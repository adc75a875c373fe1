import { setTimeout as wait } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import type { DatabaseProxy } from "@/tests/support/databases/database-proxy";
import { startDatabaseProxy } from "@/tests/support/databases/database-proxy";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import type { FaultStage } from "@/tests/support/servers/fault-stage";
import { openFaultStage } from "@/tests/support/servers/fault-stage";
import type { Server } from "@/tests/support/servers/server";

/** The database's own limits, with a margin. */
const boundedMs = 25_000;

describe.runIf(onPostgres)("the pages of a draw whose database", () => {
  let stage: FaultStage;
  let proxy: DatabaseProxy;
  let server: Server;
  let paths: string[];

  beforeEach(async () => {
    stage = await openFaultStage();
    proxy = await startDatabaseProxy(stage.databaseUrl ?? "");
    server = await stage.start({ DATABASE_URL: proxy.url });
    const { id } = drawWith();
    await importDraw(server, drawWith({ id, title: "Arena 50/50" }));
    paths = [`/${id}`, `/fr/${id}`];
  });

  afterEach(async () => {
    await stage.close();
    await proxy.close();
  });

  async function open(path: string) {
    const startedMs = performance.now();
    const answer = await fetch(`${server.url}${path}`);
    const isPage = (await answer.text()).includes("Arena 50/50");
    return { status: answer.status, isPage, tag: answer.headers.get("etag"), ms: performance.now() - startedMs };
  }

  /** Returns the pages as they are now, and the answers to a crowd once the pages are too old to serve. */
  async function openAged(breakDown: () => unknown) {
    const before = await Promise.all(paths.map(open));
    await breakDown();
    await wait(1200);
    const crowd = await Promise.all(Array.from({ length: 10 }, () => paths.map(open)).flat());
    return { before: before.map(({ tag }) => tag), crowd };
  }

  async function expectLast({ before, crowd }: Awaited<ReturnType<typeof openAged>>): Promise<void> {
    expect(before).toEqual([expect.any(String), expect.any(String)]);
    for (const { status, isPage, tag, ms } of crowd) {
      expect({ status, isPage, isLast: before.includes(tag) }).toEqual({ status: 200, isPage: true, isLast: true });
      expect(ms).toBeLessThan(boundedMs);
    }
  }

  it("is unreachable are the last ones rendered, and new ones once it is back", async () => {
    const aged = await openAged(() => proxy.silence());
    await expectLast(aged);
    proxy.resume();
    const renewed = async () => (await Promise.all(paths.map(open))).map(({ tag }) => aged.before.includes(tag));
    await expect.poll(renewed, { timeout: 30_000, interval: 250 }).toEqual([false, false]);
  });

  it("rejects queries are the last ones rendered, and fail if there were none", async () => {
    const rename = (from: string, to: string) =>
      runStatements(stage.databaseUrl ?? "", [`alter table ${from} rename to ${to}`]);
    await expectLast(await openAged(() => rename("draws", "drawers")));
    expect(await open(`/1${paths[0]}`)).toMatchObject({ status: 500, isPage: false });
    await rename("drawers", "draws");
    expect(await open(`/1${paths[0]}`)).toMatchObject({ status: 200, isPage: true });
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { OpenDatabase } from "@/lib/platform/db/database";
import { openPostgres } from "@/lib/platform/db/open-postgres";
import type { OwnCluster } from "@/tests/support/databases/own-cluster";
import { findBackupObstacle, openOwnCluster } from "@/tests/support/databases/own-cluster";
import { onPostgres, runStatements } from "@/tests/support/databases/postgres-database";
import { pollUntil } from "@/tests/support/servers/poll-until";

import { readFigures } from "./store.figures";

const reason = onPostgres ? findBackupObstacle() : "The embedded database has no archive.";
const slow = { timeout: 120_000 };
const patience = { timeout: 60_000, interval: 200 };

describe.skipIf(reason !== null)("the archive of a database", () => {
  let cluster: OwnCluster;
  let database: OpenDatabase;

  beforeAll(async () => {
    cluster = await openOwnCluster();
    await (await openPostgres(cluster.url)).close();
    // Like the app's role, it may read the tables but has no rights on the server.
    await runStatements(cluster.url, [
      "create role seller login",
      "grant select on all tables in schema public to seller",
    ]);
    const url = new URL(cluster.url);
    url.username = "seller";
    database = await openPostgres(url.toString(), { sales: 1, reads: 1, jobs: 1 }, async () => undefined);
  }, slow.timeout);

  afterAll(async () => {
    await database?.close();
    await cluster?.close();
  }, slow.timeout);

  async function readArchive(): Promise<{ age: number | undefined; failures: number | undefined }> {
    const figures = new Map((await readFigures(database.pools.jobs)).map(({ metric, value }) => [metric, value]));
    return {
      age: figures.get("tirage_database_archive_age_seconds"),
      failures: figures.get("tirage_database_archive_failures_total"),
    };
  }

  it("has an age, and failures that are counted once it takes nothing more", slow, async () => {
    await cluster.archive();
    const before = await readArchive();
    expect(before.age).toBeGreaterThanOrEqual(0);
    expect(before.age).toBeLessThan(60);
    await runStatements(cluster.url, ["alter system set archive_command = 'false'"]);
    await runStatements(cluster.url, ["select pg_reload_conf()"]);
    await runStatements(cluster.url, ["create table more (id int)", "select pg_switch_wal()"]);
    const isFailing = ({ failures = 0 }: { failures?: number | undefined }) => failures > (before.failures ?? 0);
    const after = await pollUntil(readArchive, isFailing, patience);
    await runStatements(cluster.url, ["select pg_sleep(2)"]);
    expect((await readArchive()).age).toBeGreaterThan((after.age ?? 0) + 1.5);
  });
});

import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { checkInvariants } from "@/lib/invariants/check-invariants";
import { runJob } from "@/lib/platform/jobs/job-runner";
import { requestRefund } from "@/lib/refunds/request-refund";
import { createJobs } from "@/lib/wiring/jobs";
import { openDraw } from "@/tests/support/core/orders";
import { buyerAt, payBy, placeAs, withCards } from "@/tests/support/core/payers";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import {
  createEmptyDatabase,
  dropDatabase,
  onPostgres,
  runStatements,
} from "@/tests/support/databases/postgres-database";
import { createCallCounter, deleteOldCounts } from "./call-counts";
import type { OpenDatabase } from "./database";
import { checkPostgres, migratePostgres } from "./migrate-postgres";
import { openPostgres } from "./open-postgres";
import { refreshStatistics } from "./statistics";

const name = `tirage_test_${randomBytes(6).toString("hex")}`;
const roles = { owner: `${name}_owner`, server: `${name}_server` };
const grants = readFileSync("deploy/postgresql/server-role.sql", "utf8").replaceAll("tirage_server", roles.server);

const changes = [
  "create table own (id int)",
  "create schema own",
  "alter table orders add column own text",
  "alter table ticket_shares drop constraint ticket_shares_allowance",
  "drop table orders cascade",
  "truncate audit_entries",
  "create function own() returns int language sql as 'select 1'",
  "delete from drizzle.__drizzle_migrations",
];

describe.runIf(onPostgres)("a server whose role doesn't own its tables", () => {
  let main: string;
  let empty: string;
  let test: TestContext;
  let opened: OpenDatabase;

  function toUrl(role: string): string {
    const url = new URL(empty);
    [url.username, url.password] = [role, name];
    return url.toString();
  }

  const asOwner = (...statements: string[]) => runStatements(toUrl(roles.owner), statements);
  const asServer = (...statements: string[]) => runStatements(toUrl(roles.server), statements);

  beforeAll(async () => {
    test = await openTestContext(new Date());
    main = test.databaseUrl ?? "";
    empty = await createEmptyDatabase(main, "server");
    for (const role of Object.values(roles))
      await runStatements(main, [`create role ${role} login password '${name}' nosuperuser`]);
    await runStatements(main, [`alter database "${new URL(empty).pathname.slice(1)}" owner to ${roles.owner}`]);
    await asOwner(grants);
    await migratePostgres(toUrl(roles.owner));
    opened = await openPostgres(toUrl(roles.server), undefined, checkPostgres);
    const db = opened.pools.sales;
    for (const ctx of [test.ctx, test.admin]) Object.assign(ctx, { db, calls: createCallCounter(db) });
  });

  afterAll(async () => {
    await opened?.close();
    await dropDatabase(main, empty);
    for (const role of Object.values(roles)) await runStatements(main, [`drop role ${role}`]);
    await test.close();
  });

  it("sells, declines and refunds, runs its jobs, and its invariants are clean", async () => {
    withCards(test);
    const db = opened.pools.jobs;
    const instanceId = await openDraw(test, "two-roles");
    const buyer = buyerAt(test, "2001:db8::1");
    const order = await placeAs(buyer, instanceId);
    expect([await payBy(buyer, order, "bad"), await payBy(buyer, order, "good")]).toEqual(["declined", "paid"]);
    expect(await requestRefund(test.admin, { instanceId, orderId: order.orderId }, {})).toMatchObject({ ok: true });
    const jobs = createJobs(test.admin);
    for (const job of jobs) expect([job.name, await runJob(db, job)]).toEqual([job.name, true]);
    expect(await refreshStatistics(db)).toEqual([]);
    await deleteOldCounts(db, new Date());
    const report = await checkInvariants(test.admin, { instanceId });
    expect(report).toMatchObject({ ok: true });
    expect(report.ok && report.checks.filter(({ rows }) => rows > 0)).toEqual([]);
  });

  it("changes no table, while its owner can", async () => {
    for (const change of changes) {
      await expect(asServer(change), change).rejects.toMatchObject({ code: "42501" });
      await asOwner("begin", change, "rollback");
    }
  });

  it("reads and writes what a later migration adds, without another grant", async () => {
    await asOwner("create table later (id int)");
    await asServer("insert into later values (1)", "update later set id = 2", "delete from later");
  });
});

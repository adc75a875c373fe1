import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";

import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import { refreshStatistics } from "./statistics";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await test.ctx.db.execute(sql`create table things (id int primary key, name text)`);
  // Autovacuum could run during the test.
  await test.ctx.db.execute(sql`alter table things set (autovacuum_enabled = false)`);
});

afterAll(() => test.close());

async function addThings(first: number, last: number): Promise<void> {
  await test.ctx.db.execute(
    sql`insert into things select n, 'a thing' from generate_series(${first}::int, ${last}::int) n`,
  );
}

it("analyzes tables that have more than doubled, and nothing else", async () => {
  expect(await refreshStatistics(test.ctx.db)).not.toContain("things");
  await addThings(1, 1000);
  expect(await refreshStatistics(test.ctx.db)).toContain("things");
  expect(await refreshStatistics(test.ctx.db)).not.toContain("things");
  await addThings(1001, 1500);
  expect(await refreshStatistics(test.ctx.db)).not.toContain("things");
  await addThings(1501, 3000);
  expect(await refreshStatistics(test.ctx.db)).toContain("things");
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";

import type { Database } from "./database";
import { queryRows } from "./database";
import { withRetry } from "./errors";
import { createStatementNames } from "./named-statements";

const text = "select * from things where id = $1";

function nameAfter(uses: number, statement = text, names = createStatementNames()): string | undefined {
  for (let use = 1; use < uses; use += 1) names.getName(statement);
  return names.getName(statement);
}

it("names a statement on its third use, identically in every process", () => {
  expect([nameAfter(1), nameAfter(2)]).toEqual([undefined, undefined]);
  expect(nameAfter(3)).toBe(nameAfter(4));
  expect(nameAfter(3)).not.toBe(nameAfter(3, `${text} limit 1`));
  expect(nameAfter(3)?.length).toBeLessThan(64);
});

it.each(["select * from pools where draw_id in ($1, $2)", "insert into pools values ($1, $2), ($3, $4)"])(
  "doesn't name statements whose text depends on a length: %s",
  (statement) => {
    expect(nameAfter(9, statement)).toBeUndefined();
  },
);

it("names at most a hundred statements", () => {
  const names = createStatementNames();
  const named = Array.from({ length: 150 }, (_none, index) => nameAfter(5, `${text} and ${index} = ${index}`, names));
  expect(named.filter(Boolean)).toHaveLength(100);
});

it("names again after a migration, and stops behind a pooler without names", () => {
  const names = createStatementNames();
  const before = nameAfter(3, text, names);
  names.renew();
  expect(names.getName(text)).toBeDefined();
  expect(names.getName(text)).not.toBe(before);
  names.disable();
  expect(names.getName(text)).toBeUndefined();
});

// Names belong to a connection, so calls run one after the other to use one connection of the pool.
describe.runIf(onPostgres)("statements on PostgreSQL", () => {
  let test: TestContext;
  let db: Database;

  beforeAll(async () => {
    test = await openTestContext();
    db = test.ctx.db;
    await db.execute(sql`create table things (id int primary key, name text)`);
    await db.execute(sql`insert into things values (1, 'one')`);
  });
  beforeEach(() => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    vi.clearAllMocks();
  });
  afterAll(() => test.close());

  async function preparedTexts(): Promise<string[]> {
    const rows = await queryRows<{ statement: string }>(db, sql`select statement from pg_prepared_statements`);
    return rows.map((row) => row.statement);
  }

  const read = () => queryRows<{ id: number }>(db, sql`select * from things where id = ${1}`);

  async function readOften(): Promise<void> {
    for (let time = 0; time < 8; time += 1) expect(await read()).toMatchObject([{ id: 1 }]);
  }

  it("are prepared when repeated, and return the same rows", async () => {
    await read();
    expect(await preparedTexts()).not.toContain(text);
    await readOften();
    expect(await preparedTexts()).toContain(text);
  });

  it("survive a migration that changes their result: the one that hits it is retried", async () => {
    await readOften();
    await db.execute(sql`alter table things alter column name type varchar(40)`);
    expect(await withRetry(test.ctx, read)).toMatchObject([{ id: 1, name: "one" }]);
    expect(console.warn).toHaveBeenCalledOnce();
    await readOften();
  });

  it("survive a pooler that loses their names: naming stops", async () => {
    await readOften();
    await db.execute(sql`deallocate all`);
    expect(await withRetry(test.ctx, read)).toMatchObject([{ id: 1 }]);
    expect(console.warn).toHaveBeenCalledOnce();
    await readOften();
    expect(await preparedTexts()).toEqual([]);
  });
});

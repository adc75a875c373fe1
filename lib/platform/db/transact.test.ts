import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";

import { loseAnswer } from "@/tests/support/core/lost-answer";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import type { Database } from "./database";
import { queryRows } from "./database";
import { withRetry } from "./errors";
import { transact } from "./transact";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
  await queryRows(test.ctx.db, sql`create table written (value text)`);
});
afterAll(() => test.close());

beforeEach(() => queryRows(test.ctx.db, sql`delete from written`));

const write = (tx: Database, value: string) => queryRows(tx, sql`insert into written values (${value})`);

async function countWritten(): Promise<number> {
  return (await queryRows(test.ctx.db, sql`select from written`)).length;
}

it("undoes what a refusal comes after, and answers with it", async () => {
  const refused = await transact(test.ctx, async (tx) => {
    await write(tx, "one");
    return { ok: false, reason: "no" } as const;
  });
  expect([refused, await countWritten()]).toEqual([{ ok: false, reason: "no" }, 0]);
});

it("works once and gives the first answer when that was lost with the connection; a plain retry works twice", async () => {
  let tries = 0;
  const work = async (tx: Database) => {
    tries += 1;
    await write(tx, "one");
    return { ok: true, tries } as const;
  };
  expect(await transact(loseAnswer(test.ctx), work)).toEqual({ ok: true, tries: 1 });
  expect(await countWritten()).toBe(1);
  const plain = loseAnswer(test.ctx);
  await withRetry(plain, () => plain.db.transaction(work));
  expect(await countWritten()).toBe(3);
});

it("works again when the connection broke before the commit", async () => {
  let tries = 0;
  const answer = await transact(loseAnswer(test.ctx, "rollback"), async (tx) => {
    tries += 1;
    await write(tx, "one");
    return { ok: true, tries } as const;
  });
  expect([answer, await countWritten()]).toEqual([{ ok: true, tries: 2 }, 1]);
});

it("gives neither answer while nobody can tell: the server is another one", async () => {
  const lost = loseAnswer(test.ctx);
  const ofAnother = { ...lost, db: asOtherServer(lost.db) };
  const work = async (tx: Database) => {
    await write(tx, "one");
    return null;
  };
  await expect(transact(ofAnother, work)).rejects.toMatchObject({ code: "08007" });
  expect(await countWritten()).toBe(1);
});

/** Reports another server start outside of transactions. */
function asOtherServer(db: Database): Database {
  return new Proxy(db, {
    get: (target, name) => {
      if (name === "execute") return () => target.execute(sql`select null as status`);
      const value: unknown = Reflect.get(target, name);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

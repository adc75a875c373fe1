import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type { ClientConfig } from "pg";
import { Client, Pool } from "pg";
import { afterAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { OrderView } from "@/lib/orders/rules";
import type { Database } from "@/lib/platform/db/database";
import { asTestDevice, listEntries, openCashDraw, sellForCash } from "@/tests/support/core/cash";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { reprintReceipt } from "./reprint-receipt";

const test = await openTestContext();
const gate = asTestDevice(test);
const claims = ["first-page", "second-page", "third-page", "fourth-page"];

afterAll(() => test.close());

async function print(ctx: Context, order: OrderView, claim?: string): Promise<number> {
  const answer = await reprintReceipt(ctx, order, claim);
  if (!answer.ok) throw new Error(answer.reason);
  return answer.copy;
}

/** Two tablets request the original at once. */
async function race(ctx: Context, order: OrderView): Promise<number[]> {
  const other = asTestDevice({ ctx }, { deviceId: "gate-2" });
  const copies = await Promise.all(claims.map((claim, index) => print(index % 2 === 0 ? ctx : other, order, claim)));
  return copies.sort();
}

async function sellIn({ ctx }: TestContext, drawId: string): Promise<OrderView> {
  return sellForCash(asTestDevice({ ctx }), drawId);
}

describe("the original receipt", () => {
  it("goes to one of several pages that ask at once, and is recorded", async () => {
    const order = await sellIn(test, await openCashDraw(test, "claimed"));
    expect(await race(gate, order)).toEqual([0, 1, 2, 3]);
    const actions = (await listEntries(test, order)).map(({ action }) => action);
    expect(actions.filter((action) => action === "receipt-printed")).toHaveLength(1);
  });

  it("is returned again to the page whose answer was lost, and to no other", async () => {
    const order = await sellIn(test, await openCashDraw(test, "lost"));
    expect([await print(gate, order, "page-one"), await print(gate, order, "page-one")]).toEqual([0, 0]);
    expect([await print(gate, order, "page-two"), await print(gate, order, "page-two")]).toEqual([1, 1]);
    test.clock.advance(1000);
    expect([await print(gate, order), await print(gate, order, "page-one")]).toEqual([2, 0]);
  });

  it("is no longer available once something was printed, or to callers that don't ask for it", async () => {
    const order = await sellIn(test, await openCashDraw(test, "printed-before"));
    expect([await print(gate, order), await print(gate, order, "page-one")]).toEqual([1, 2]);
  });

  it("negative control: goes to every caller if it isn't recorded", async () => {
    const unguarded = await openTestContext();
    try {
      for (const statement of sabotage.receiptOriginal) await unguarded.ctx.db.execute(sql.raw(statement));
      const order = await sellIn(unguarded, await openCashDraw(unguarded, "forgotten"));
      expect(await race(asTestDevice(unguarded), order)).toEqual([0, 0, 0, 0]);
    } finally {
      await unguarded.close();
    }
  });
});

class UnlockedClient extends Client {
  constructor(config?: ClientConfig) {
    super(config);
    const query = super.query.bind(this) as (...parameters: unknown[]) => unknown;
    const unlocked = (statement: unknown, ...rest: unknown[]) => {
      const { text } = statement as { text?: string };
      if (!text?.endsWith("for update")) return query(statement, ...rest);
      return query({ ...(statement as object), text: text.replace(/for update$/, "") }, ...rest);
    };
    Object.assign(this, { query: unlocked });
  }
}

describe.runIf(onPostgres)("concurrently", () => {
  const rounds = Array.from({ length: 10 }, (_none, index) => index);

  it("only one original is issued every time", async () => {
    const draw = await openCashDraw(test, "rounds");
    for (const _round of rounds) expect(await race(gate, await sellIn(test, draw))).toEqual([0, 1, 2, 3]);
  });

  it("negative control: without the lock of the order, several are", async () => {
    const pool = new Pool({ connectionString: test.databaseUrl ?? "", max: 4, Client: UnlockedClient });
    const unlocked = { ...gate, db: drizzle({ client: pool }) as unknown as Database };
    const draw = await openCashDraw(test, "unlocked");
    const originals = [];
    for (const _round of rounds) originals.push(...(await race(unlocked, await sellIn(test, draw))));
    await pool.end();
    expect(originals.filter((copy) => copy === 0).length).toBeGreaterThan(rounds.length);
  });
});

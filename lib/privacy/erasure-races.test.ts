import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { indexSearchTerms } from "@/lib/console/index-search-terms";
import { addNote } from "@/lib/console/orders/add-note";
import type { Context } from "@/lib/context";
import type { OrderView } from "@/lib/orders/rules";
import { findText } from "@/tests/support/core/find-text";
import { holdTransaction } from "@/tests/support/core/hold-commit";
import { openDraw } from "@/tests/support/core/orders";
import { buyPlanted, hasKnownBuyer } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { withoutRowLocks } from "@/tests/support/sabotage/without-row-locks";

import { eraseOrders } from "./store";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

const actor = { kind: "system", deviceId: null, operator: null } as const;

function erase({ instanceId: drawId, orderId }: OrderView): Promise<string[]> {
  const now = test.clock.now();
  return test.ctx.db.transaction((tx) => eraseOrders(tx, { drawId, orderIds: [orderId], now, actor }));
}

async function buyIn(drawId: string): Promise<OrderView> {
  await openDraw(test, drawId);
  const order = await buyPlanted(test, drawId);
  test.clock.advance(120_000);
  return order;
}

/** Returns where the buyer is still stored after both have finished. */
async function leftAfter(order: OrderView, erasing: Promise<string[]>, working: Promise<unknown>): Promise<string[]> {
  await working;
  expect(await erasing).toEqual([order.orderId]);
  expect(await hasKnownBuyer(test, order)).toBe(false);
  return findText(test.ctx.db, "zephirine");
}

describe.runIf(onPostgres)("an erasure leaves nothing of its buyer", () => {
  it("when a note is being written about the order", async () => {
    const sleep = "begin perform pg_sleep(1.5); return new; end";
    await test.ctx.db.execute(`create function slow_note() returns trigger language plpgsql as $$ ${sleep} $$`);
    await test.ctx.db.execute(
      "create trigger slow_note before insert on order_notes for each row execute function slow_note()",
    );
    const race = async (drawId: string, ctx: Context) => {
      const order = await buyIn(drawId);
      const working = addNote(ctx, order, { text: "Zephirine called." });
      // By now it has seen that the order isn't erased, but hasn't written yet.
      await wait(500);
      return leftAfter(order, erase(order), working);
    };
    expect(await race("noted", test.admin)).toEqual([]);
    const weak = withoutRowLocks(test.admin);
    expect(await race("noted-unlocked", weak.ctx)).toEqual(["order_notes.text"]);
    expect(weak.found()).toBe(1);
    await test.ctx.db.execute("delete from order_notes");
  });

  it("when the words of its name are being added", async () => {
    const race = async (drawId: string, ctx: Context) => {
      const order = await buyIn(drawId);
      const held = holdTransaction(ctx);
      const working = indexSearchTerms(held.ctx);
      await held.ready;
      held.send();
      await held.done;
      const erasing = erase(order);
      await Promise.race([erasing, wait(500)]);
      held.commit();
      return leftAfter(order, erasing, working);
    };
    expect(await race("indexed", test.ctx)).toEqual([]);
    const weak = withoutGuard(test.ctx, "for share of o", "");
    expect(await race("indexed-unlocked", weak.ctx)).toEqual(["order_words.word"]);
    expect(weak.found()).toBeGreaterThan(0);
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { toCursor } from "@/lib/orders/rules.cursor";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { openDraw } from "@/tests/support/core/orders";
import { fillOrders } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { listOrders } from "./list-orders";
import { searchOrders } from "./search-orders";

let test: TestContext;

/** The same buyer and card in both draws. */
const orders = { own: 3, other: 300 } as const;

const tables = ["orders", "order_words", "order_lines", "number_ranges", "payment_attempts", "refunds", "outbox"];

function asRole(role: Role, scope: Scope): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } };
}

/** Adds orders that each kind of search finds, with tickets 1, 2, 3… */
async function fill(drawId: string, count: number): Promise<void> {
  const { db } = test.ctx;
  const placed = sql`timestamptz '2026-11-20T17:00:00Z' - n * interval '1 second'`;
  const id = sql`lpad(to_hex(n), 26, '0')`;
  const series = sql`from generate_series(1, ${count}::int) n`;
  await db.execute(
    sql`insert into orders (draw_id, order_id, order_code, status, amount_cents, locale, buyer, is_test, client_key,
        idempotency_key, request_hash, placed_at, expires_at, extensions, finalized_at, card_last_four)
      select ${drawId}::text, ${id}, upper(lpad(to_hex(n), 8, '0')), 'finalized', 1000, 'en',
        '{"name": "Marie Tremblay", "email": "marie@example.test", "phone": "4165550100", "province": "ON"}', false, '',
        'seed-' || n, '', ${placed}, ${placed}, 0, ${placed}, '4242' ${series}`,
  );
  await db.execute(
    sql`insert into order_lines (draw_id, order_id, line_number, pool_id, package_id, quantity, tickets, amount_cents)
      select ${drawId}::text, ${id}, 1, 'main', 'one', 1, 1, 1000 ${series}`,
  );
  await db.execute(
    sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select ${drawId}::text, 'main', n, n, ${id}, 1 ${series}`,
  );
  await db.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select ${drawId}::text, ${id}, ${id}, 'receipt', 'failed', ${placed}, ${placed} ${series}`,
  );
  await db.execute(
    sql`insert into order_words (draw_id, order_id, word)
      select ${drawId}::text, ${id}, unnest('{marie,tremblay,#4242}'::text[]) ${series}`,
  );
}

/** Adds other buyers. In a table of one buyer, PostgreSQL would choose a scan. */
async function fillCrowd(): Promise<void> {
  await openDraw(test, "crowd");
  await fillOrders(test, "crowd", { orders: 5000 });
  await test.ctx.db.execute(
    sql`insert into order_words (draw_id, order_id, word)
      select draw_id, order_id, unnest(array['filler' || order_code, '#' || right(order_code, 4)])
      from orders where draw_id = 'crowd'`,
  );
  await test.ctx.db.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select draw_id, order_id, order_id, 'receipt', 'sent', placed_at, placed_at from orders where draw_id = 'crowd'`,
  );
}

beforeAll(async () => {
  test = await openTestContext();
  await fillCrowd();
  for (const [drawId, count] of Object.entries(orders)) {
    await openDraw(test, drawId);
    await fill(drawId, count);
  }
  await test.ctx.db.execute(sql`analyze`);
});
afterAll(() => test.close());

/** The email of each order failed. */
const attention = { state: "attention" };

const searches = (drawId: string): Record<string, string>[] => [
  { q: "marie@example.test" },
  { q: "416 555 0100" },
  { q: "00000001" },
  { q: "#2", instanceId: drawId },
  { q: "tremblay marie", instanceId: drawId },
  { q: "marie nobody", instanceId: drawId },
  { lastFour: "4242", instanceId: drawId, day: "2026-11-20" },
];

/** Claims the position of the second order, but names the last one of the draw `other`. */
const forgedCursor = toCursor({
  micros: String(Date.parse("2026-11-20T16:59:58Z") * 1000),
  drawId: "other",
  orderCode: "0000012C",
});

const searched = (ctx: Context, body: Record<string, string>) =>
  rowsRead(test.ctx.db, (db) => searchOrders({ ...ctx, db }, body), tables);

type Found = { ok: true; orders: readonly unknown[] } | { ok: false };

type Read = { call: Record<string, string>; found: number; rows: number };

/** Counts the orders shown and the rows read, for each search and for the list. */
async function readAll(ctx: Context, drawId: string): Promise<Read[]> {
  const reads: Read[] = [];
  const measure = async (call: Record<string, string>, run: (ctx: Context) => Promise<Found>) => {
    let found = 0;
    const rows = await rowsRead(
      ctx.db,
      async (db) => {
        const answer = await run({ ...ctx, db });
        found = answer.ok ? answer.orders.length : 0;
      },
      tables,
    );
    reads.push({ call, found, rows });
  };
  for (const body of searches(drawId)) await measure(body, (own) => searchOrders(own, body));
  const lists: Record<string, string>[] = [
    {},
    { instanceId: drawId },
    { state: "paid" },
    attention,
    { cursor: forgedCursor },
  ];
  for (const query of lists) {
    await measure({ list: "", ...query }, (own) => listOrders(own, query));
  }
  return reads;
}

class Undone extends Error {}

/**
 * Measures after deleting the rows of all other draws, then rolls back. The statistics don't change, so PostgreSQL
 * plans as before.
 */
async function readAlone(ctx: Context, drawId: string): Promise<Read[]> {
  let reads: Read[] = [];
  const run = ctx.db.transaction(async (db) => {
    for (const table of tables.toReversed()) {
      await db.execute(sql`delete from ${sql.identifier(table)} where draw_id <> ${drawId}`);
    }
    reads = await readAll({ ...ctx, db }, drawId);
    throw new Undone();
  });
  await expect(run).rejects.toThrow(Undone);
  return reads;
}

describe("a search and a list", () => {
  it("find the orders of their scope, and read as many rows as if there were no others", async () => {
    const scoped = asRole("Order Manager", { kind: "draw", drawId: "own" });
    const reads = await readAll(scoped, "own");
    const [code, ticket, nobody, afterSecond] = [1, 1, 0, 1];
    const ofLists = [orders.own, orders.own, orders.own, orders.own, afterSecond];
    const expected = [orders.own, orders.own, code, ticket, orders.own, nobody, orders.own, ...ofLists];
    expect(reads.map(({ found }) => found)).toEqual(expected);
    for (const { call, found, rows } of reads) {
      expect([call, rows]).toEqual([call, expect.toSatisfy((read: number) => read > found && read <= 20 * orders.own)]);
    }
    expect(await readAlone(scoped, "own")).toEqual(reads);
    for (const { call, rows } of (await readAll(scoped, "other")).filter(({ call }) => call.instanceId === "other")) {
      expect([call, rows]).toEqual([call, 0]);
    }
  });

  it("negative control: whoever may see the other draws reads their rows too", async () => {
    const everything = asRole("Order Manager", { kind: "everything" });
    const [reads, alone] = [await readAll(everything, "own"), await readAlone(everything, "own")];
    const more = reads.filter(({ rows }, index) => rows > (alone[index]?.rows ?? 0)).map(({ call }) => call);
    expect(more).toEqual([
      ...searches("own").slice(0, 3),
      { list: "" },
      { list: "", state: "paid" },
      { list: "", ...attention },
      { list: "", cursor: forgedCursor },
    ]);
    for (const body of searches("other")) expect(await searched(everything, body)).toBeGreaterThan(0);
    expect(await searched(everything, { q: "marie@example.test" })).toBeGreaterThan(orders.other);
  });

  it("reads a bounded part of names that many have, and says that there may be more", async () => {
    const [{ db }, buyers] = [test.ctx, 25_000];
    await openDraw(test, "names");
    for (const name of ["jean", "paul"]) {
      await db.execute(
        sql`insert into order_words (draw_id, order_id, word)
          select 'names', ${name}::text || n, ${name}::text from generate_series(1, ${buyers}::int) n`,
      );
    }
    const everything = asRole("Order Manager", { kind: "everything" });
    const find = (q: string) => searchOrders(everything, { q, instanceId: "names" });
    expect(await find("jean paul")).toMatchObject({ ok: true, orders: [], isMore: true });
    expect(await find("jean nobody")).toMatchObject({ ok: true, orders: [], isMore: false });
    expect(await searched(everything, { q: "jean paul", instanceId: "names" })).toBeLessThan(2 * buyers);
    expect(await searched(everything, { q: "jean nobody", instanceId: "names" })).toBeLessThan(buyers / 2);
  });

  it("reads a bounded part of the orders that need attention", async () => {
    const everything = asRole("Order Manager", { kind: "everything" });
    const failed = 15_000;
    await openDraw(test, "failed");
    await fill("failed", failed);
    await test.ctx.db.execute(sql`analyze`);
    const list = (db: Context["db"]) => listOrders({ ...everything, db }, { ...attention, instanceId: "failed" });
    expect(await rowsRead(test.ctx.db, list, tables)).toSatisfy((read: number) => read > 2000 && read < failed);
  });
});

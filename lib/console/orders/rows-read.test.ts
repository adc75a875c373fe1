import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { grantsOf } from "@/lib/people/rules.roles";
import { openDraw } from "@/tests/support/core/orders";
import { fillOrders } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { listOrders } from "./list-orders";
import { searchOrders } from "./search-orders";

let test: TestContext;

/** Orders of one buyer, with one card, in each of two draws. */
const orders = { own: 3, other: 300 } as const;

const tables = ["orders", "order_words", "order_lines", "number_ranges", "payment_attempts", "refunds"];

function asRole(role: Role, scope: Scope): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: grantsOf([{ role, scope }]) } };
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
    sql`insert into order_words (draw_id, order_id, word)
      select ${drawId}::text, ${id}, unnest('{marie,tremblay,#4242}'::text[]) ${series}`,
  );
}

/** Adds other buyers, without whom PostgreSQL would read a table from its beginning. */
async function fillCrowd(): Promise<void> {
  await openDraw(test, "crowd");
  await fillOrders(test, "crowd", { orders: 5000 });
  await test.ctx.db.execute(
    sql`insert into order_words (draw_id, order_id, word)
      select draw_id, order_id, unnest(array['filler' || order_code, '#' || right(order_code, 4)])
      from orders where draw_id = 'crowd'`,
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

const searches = (drawId: string): Record<string, string>[] => [
  { q: "marie@example.test" },
  { q: "416 555 0100" },
  { q: "00000001" },
  { q: "#2", instanceId: drawId },
  { q: "tremblay marie", instanceId: drawId },
  { q: "marie nobody", instanceId: drawId },
  { lastFour: "4242", instanceId: drawId, day: "2026-11-20" },
];

const searched = (ctx: Context, body: Record<string, string>) =>
  rowsRead(test.ctx.db, (db) => searchOrders({ ...ctx, db }, body), tables);

const listed = (ctx: Context, query: Record<string, string>) =>
  rowsRead(test.ctx.db, (db) => listOrders({ ...ctx, db }, query), tables);

describe("a search and a list", () => {
  it("read no row of another scope", async () => {
    const scoped = asRole("Order Manager", { kind: "draw", drawId: "own" });
    const everything = asRole("Order Manager", { kind: "everything" });
    for (const body of searches("own")) {
      const rows = await searched(scoped, body);
      expect([body, rows]).toEqual([body, expect.toSatisfy((read: number) => read > 0 && read <= 10 * orders.own)]);
    }
    for (const body of searches("other").slice(3)) expect([body, await searched(scoped, body)]).toEqual([body, 0]);
    expect(await listed(scoped, {})).toBeLessThanOrEqual(10 * orders.own);
    expect(await listed(scoped, { instanceId: "other" })).toBe(0);
    // The control shows that an actor who may see the other draw reads its rows.
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
});

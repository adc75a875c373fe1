import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { queryRows } from "@/lib/db/database";
import { brokenConstraint } from "@/lib/db/errors";
import { openDraw, place } from "@/tests/support/order-core";
import { onPostgres } from "@/tests/support/postgres-database";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { cancelOrder } from "./cancel-order";
import { checkChains } from "./check-chains";
import { checkInvariants } from "./check-invariants";
import { sealAfter, sealMarginMs } from "./rules.audit-chain";
import { sealEntries } from "./seal-entries";
import { listUnsealed, readChainHead, writeSeals } from "./store.audit-chain";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

type Row = { sequence: number; seal: string; entry_id: string; order_id: string };

async function chainOf(drawId: string): Promise<Row[]> {
  const rows = await queryRows<Row>(
    test.ctx.db,
    sql`select sequence, seal, entry_id, order_id from audit_entries
      where draw_id = ${drawId} and sequence is not null order by sequence`,
  );
  return rows.map((row) => ({ ...row, sequence: Number(row.sequence) }));
}

/** Entries of an order that is placed and cancelled, so many times over, sealed or not. */
async function writeEntries(drawId: string, orders: number): Promise<void> {
  for (let count = 0; count < orders; count += 1) {
    const order = await place(test, drawId);
    test.clock.advance(1000);
    await cancelOrder(test.ctx, order);
    test.clock.advance(1000);
  }
}

async function sealAll(): Promise<number> {
  test.clock.advance(2 * sealMarginMs);
  return sealEntries(test.ctx);
}

/** Copies an entry many times over: what a job finds after it stood still. */
async function multiply(drawId: string, times: number): Promise<void> {
  await test.ctx.db.execute(
    sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
      select draw_id, order_id, at, action, actor_kind, detail from (
        select * from audit_entries where draw_id = ${drawId} and action = 'placed' limit 1
      ) one, generate_series(1, ${times}::int)`,
  );
}

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_none, at) => at + 1);
}

async function breaksOf(drawId: string): Promise<[string, unknown][]> {
  const { violations } = await checkChains(test.ctx, [{ drawId }]);
  return violations.map(({ subject, detail }) => [subject, detail.problem]);
}

describe("entries", () => {
  it("get places from 1 without a gap, in the order of their times, and never another one", async () => {
    const draw = await openDraw(test, "chain");
    await writeEntries(draw, 2);
    expect(await sealAll()).toBe(4);
    const first = await chainOf(draw);
    expect(first.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(new Set(first.map(({ seal }) => seal)).size).toBe(4);
    await writeEntries(draw, 1);
    expect(await sealAll()).toBe(2);
    expect(await sealAll()).toBe(0);
    const later = await chainOf(draw);
    expect(later.slice(0, 4)).toEqual(first);
    expect(later.map(({ sequence }) => sequence)).toEqual(numbers(6));
    expect(await breaksOf(draw)).toEqual([]);
  });

  it("wait a few seconds, so that a transaction that still runs can end", async () => {
    const draw = await openDraw(test, "waits");
    await place(test, draw);
    test.clock.advance(sealMarginMs - 1);
    await sealEntries(test.ctx);
    expect(await chainOf(draw)).toEqual([]);
    test.clock.advance(1);
    await sealEntries(test.ctx);
    expect(await chainOf(draw)).toHaveLength(1);
  });

  it("of a transaction that ends later than that come behind, and nothing is wrong", async () => {
    const draw = await openDraw(test, "late");
    await writeEntries(draw, 1);
    await sealAll();
    await test.ctx.db.execute(
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        select draw_id, order_id, at - interval '1 minute', 'extended', 'buyer', '{}' from audit_entries
        where draw_id = ${draw} and sequence = 1`,
    );
    expect(await sealAll()).toBe(1);
    expect((await chainOf(draw)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(await breaksOf(draw)).toEqual([]);
  });

  it("of a backlog and of several draws are sealed in one turn", async () => {
    const draws = [await openDraw(test, "backlog-one"), await openDraw(test, "backlog-two")];
    for (const draw of draws) {
      await writeEntries(draw, 1);
      await multiply(draw, 1100);
    }
    expect(await sealAll()).toBe(2204);
    for (const draw of draws) {
      expect((await chainOf(draw)).map(({ sequence }) => sequence)).toEqual(numbers(1102));
      expect(await breaksOf(draw)).toEqual([]);
    }
  });
});

describe("two processes at once", () => {
  it.runIf(onPostgres)("never fork a chain, lose an entry or seal one twice", async () => {
    const draw = await openDraw(test, "two-processes");
    await writeEntries(draw, 1);
    for (let round = 1; round <= 5; round += 1) {
      await multiply(draw, 300);
      test.clock.advance(2 * sealMarginMs);
      await Promise.all([1, 2, 3, 4].map(() => sealEntries(test.ctx)));
    }
    await sealAll();
    const chain = await chainOf(draw);
    const [{ entries } = { entries: 0 }] = await queryRows<{ entries: string | number }>(
      test.ctx.db,
      sql`select count(*) as entries from audit_entries where draw_id = ${draw}`,
    );
    expect(chain).toHaveLength(Number(entries));
    expect(chain.map(({ sequence }) => sequence)).toEqual(numbers(Number(entries)));
    expect(await breaksOf(draw)).toEqual([]);
  });

  /** A process that read the end of the chain, was overtaken, and goes on. */
  async function sealLate(on: TestContext, draw: string): Promise<void> {
    await place(on, draw);
    on.clock.advance(2 * sealMarginMs);
    await sealEntries(on.ctx);
    const entry = sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
      select draw_id, order_id, at, action, actor_kind, detail from audit_entries where draw_id = ${draw} and sequence = 1`;
    await on.ctx.db.transaction(async (tx) => {
      await tx.execute(entry);
      const head = await readChainHead(tx, draw);
      const entries = await listUnsealed(tx, draw, on.clock.now(), 1);
      await on.ctx.db.execute(entry);
      await sealEntries(on.ctx);
      await writeSeals(tx, draw, sealAfter(on.ctx.sealer, draw, head, entries));
    });
  }

  it.runIf(onPostgres)("are kept apart by the unique place of an entry", async () => {
    const draw = await openDraw(test, "overtaken");
    const failure = await sealLate(test, draw).catch((error: unknown) => error);
    expect(brokenConstraint(failure)).toBe("audit_entries_sequence");
    expect(await breaksOf(draw)).toEqual([]);
  });

  it.runIf(onPostgres)("negative control: without it the same process forks the chain", async () => {
    const unguarded = await openTestContext();
    try {
      await unguarded.ctx.db.execute(sql`drop index audit_entries_sequence`);
      const draw = await openDraw(unguarded, "unguarded");
      await sealLate(unguarded, draw);
      expect((await checkChains(unguarded.ctx, [{ drawId: draw }])).violations).not.toEqual([]);
    } finally {
      await unguarded.close();
    }
  });
});

/** What somebody with the database in hand may do to four sealed entries, and where it is seen. */
const tampering: [string, (draw: string) => SQL[], [string, string][]][] = [
  [
    "a changed entry",
    (draw) => [sql`update audit_entries set detail = '{"amountCents": 1}' where draw_id = ${draw} and sequence = 2`],
    [["entry 2", "changed"]],
  ],
  [
    "an entry that moved to another time by a microsecond",
    (draw) => [
      sql`update audit_entries set at = at + interval '1 microsecond' where draw_id = ${draw} and sequence = 3`,
    ],
    [["entry 3", "changed"]],
  ],
  [
    "a removed entry",
    (draw) => [sql`delete from audit_entries where draw_id = ${draw} and sequence = 2`],
    [["entry 2", "missing"]],
  ],
  [
    "a removed first entry",
    (draw) => [sql`delete from audit_entries where draw_id = ${draw} and sequence = 1`],
    [["entry 1", "missing"]],
  ],
  [
    "a removed entry whose place the next ones took",
    (draw) => [
      sql`delete from audit_entries where draw_id = ${draw} and sequence = 2`,
      sql`update audit_entries set sequence = 2 where draw_id = ${draw} and sequence = 3`,
      sql`update audit_entries set sequence = 3 where draw_id = ${draw} and sequence = 4`,
    ],
    [
      ["entry 2", "changed"],
      ["entry 3", "changed"],
    ],
  ],
  [
    "an inserted entry with a seal from elsewhere",
    (draw) => [
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail, sequence, seal)
        select draw_id, order_id, at, action, actor_kind, detail, 5, seal from audit_entries
        where draw_id = ${draw} and sequence = 4`,
    ],
    [["entry 5", "changed"]],
  ],
  [
    "two entries that changed places",
    (draw) => [
      sql`update audit_entries set sequence = -2 where draw_id = ${draw} and sequence = 2`,
      sql`update audit_entries set sequence = 2 where draw_id = ${draw} and sequence = 3`,
      sql`update audit_entries set sequence = 3 where draw_id = ${draw} and sequence = -2`,
    ],
    [
      ["entry 2", "changed"],
      ["entry 3", "changed"],
      ["entry 4", "changed"],
    ],
  ],
  [
    "an entry without its seal",
    (draw) => [sql`update audit_entries set seal = null where draw_id = ${draw} and sequence = 4`],
    [["entry 4", "changed"]],
  ],
];

describe("tampering is seen", () => {
  it.each(tampering)("%s", async (name, statements, found) => {
    const draw = await openDraw(test, name.replaceAll(" ", "-"));
    await writeEntries(draw, 2);
    await sealAll();
    expect(await breaksOf(draw)).toEqual([]);
    for (const statement of statements(draw)) await test.ctx.db.execute(statement);
    expect(await breaksOf(draw)).toEqual(found);
    const report = await checkInvariants(test.admin, { instanceId: draw });
    const chain = report.ok && report.checks.find(({ check }) => check === "audit-chain");
    expect(chain).toEqual({ check: "audit-chain", rows: found.length });
  });

  it("at the end of a slice as anywhere else", async () => {
    const draw = await openDraw(test, "slices");
    await writeEntries(draw, 1);
    await multiply(draw, 2100);
    await sealAll();
    expect(await breaksOf(draw)).toEqual([]);
    await test.ctx.db.execute(
      sql`delete from audit_entries where draw_id = ${draw} and sequence = any('{1000,1001,2001}')`,
    );
    expect(await breaksOf(draw)).toEqual([
      ["entry 1000", "missing"],
      ["entry 2001", "missing"],
    ]);
  });
});

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { checkChains } from "@/lib/invariants/check-chains";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { findBreaks, multiply, openChain, readChain, sealAll, writeEntries } from "@/tests/support/core/audit-chain";
import { place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { sealAfter, sealMarginMs } from "./rules.chain";
import { sealEntries } from "./seal-entries";
import { listUnsealed, readChainHead, writeSeals } from "./store.chain";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_none, index) => index + 1);
}

describe("entries", () => {
  it("get places from 1 without a gap, in order of their times, and never change them", async () => {
    const draw = await openChain(test, "chain");
    await writeEntries(test, draw, 2);
    expect(await sealAll(test)).toBe(4);
    const first = await readChain(test, draw);
    expect(first.map(({ sequence }) => sequence)).toEqual([1, 2, 3, 4]);
    expect(new Set(first.map(({ seal }) => seal)).size).toBe(4);
    await writeEntries(test, draw, 1);
    expect(await sealAll(test)).toBe(2);
    expect(await sealAll(test)).toBe(0);
    const later = await readChain(test, draw);
    expect(later.slice(0, 4)).toEqual(first);
    expect(later.map(({ sequence }) => sequence)).toEqual(numbers(6));
    expect(await findBreaks(test, draw)).toEqual([]);
  });

  it("wait a few seconds, so that a running transaction can finish", async () => {
    const draw = await openChain(test, "waits");
    await place(test, draw);
    test.clock.advance(sealMarginMs - 1);
    await sealEntries(test.ctx);
    expect(await readChain(test, draw)).toEqual([]);
    test.clock.advance(1);
    await sealEntries(test.ctx);
    expect(await readChain(test, draw)).toHaveLength(1);
  });

  it("of a transaction that takes longer come later, and nothing is wrong", async () => {
    const draw = await openChain(test, "late");
    await writeEntries(test, draw, 1);
    await sealAll(test);
    await test.ctx.db.execute(
      sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
        select draw_id, order_id, at - interval '1 minute', 'extended', 'buyer', '{}' from audit_entries
        where draw_id = ${draw} and sequence = 1`,
    );
    expect(await sealAll(test)).toBe(1);
    expect((await readChain(test, draw)).map(({ sequence }) => sequence)).toEqual([1, 2, 3]);
    expect(await findBreaks(test, draw)).toEqual([]);
  });

  it("of a backlog and of several draws are sealed in one run", async () => {
    const draws = [await openChain(test, "backlog-one"), await openChain(test, "backlog-two")];
    for (const draw of draws) {
      await writeEntries(test, draw, 1);
      await multiply(test, draw, 1100);
    }
    expect(await sealAll(test)).toBe(2204);
    for (const draw of draws) {
      expect((await readChain(test, draw)).map(({ sequence }) => sequence)).toEqual(numbers(1102));
      expect(await findBreaks(test, draw)).toEqual([]);
    }
  });
});

describe("two processes at once", () => {
  it.runIf(onPostgres)("never fork a chain, lose an entry or seal one twice", async () => {
    const draw = await openChain(test, "two-processes");
    await writeEntries(test, draw, 1);
    for (let round = 1; round <= 5; round += 1) {
      await multiply(test, draw, 300);
      test.clock.advance(2 * sealMarginMs);
      await Promise.all([1, 2, 3, 4].map(() => sealEntries(test.ctx)));
    }
    await sealAll(test);
    const chain = await readChain(test, draw);
    const [{ entries } = { entries: 0 }] = await queryRows<{ entries: string | number }>(
      test.ctx.db,
      sql`select count(*) as entries from audit_entries where draw_id = ${draw}`,
    );
    expect(chain).toHaveLength(Number(entries));
    expect(chain.map(({ sequence }) => sequence)).toEqual(numbers(Number(entries)));
    expect(await findBreaks(test, draw)).toEqual([]);
  });

  async function sealLate(on: TestContext, draw: string): Promise<void> {
    await place(on, draw);
    on.clock.advance(2 * sealMarginMs);
    await sealEntries(on.ctx);
    const entry = sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
      select draw_id, order_id, at, action, actor_kind, detail from audit_entries
      where draw_id = ${draw} and sequence = 1`;
    await on.ctx.db.transaction(async (tx) => {
      await tx.execute(entry);
      const head = await readChainHead(tx, draw);
      const entries = await listUnsealed(tx, draw, on.clock.now(), 1);
      await on.ctx.db.execute(entry);
      await sealEntries(on.ctx);
      await writeSeals(tx, draw, sealAfter(on.ctx.sealer, draw, head, entries, on.clock.now()));
    });
  }

  it.runIf(onPostgres)("don't wait for each other on a chain, so they can't deadlock", async () => {
    const draws = [await openChain(test, "one-writer"), await openChain(test, "other-chain")] as const;
    for (const draw of draws) await writeEntries(test, draw, 1);
    const write = async (tx: Database, draw: string) => {
      const entries = await listUnsealed(tx, draw, test.clock.now(), 10);
      return writeSeals(
        tx,
        draw,
        sealAfter(test.ctx.sealer, draw, await readChainHead(tx, draw), entries, test.clock.now()),
      );
    };
    await test.ctx.db.transaction(async (tx) => {
      expect(await write(tx, draws[0])).toBe(true);
      expect(await test.ctx.db.transaction((other) => write(other, draws[0]))).toBe(false);
      expect(await test.ctx.db.transaction((other) => write(other, draws[1]))).toBe(true);
    });
    expect(await findBreaks(test, draws[0])).toEqual([]);
  });

  it.runIf(onPostgres)("are kept apart by the unique place of an entry", async () => {
    const draw = await openChain(test, "overtaken");
    const failure = await sealLate(test, draw).catch((error: unknown) => error);
    expect(findBrokenConstraint(failure)).toBe("audit_entries_sequence");
    expect(await findBreaks(test, draw)).toEqual([]);
  });

  it.runIf(onPostgres)("negative control: without it, one process forks the chain", async () => {
    const unguarded = await openTestContext();
    try {
      await unguarded.ctx.db.execute(sql`drop index audit_entries_sequence`);
      const draw = await openChain(unguarded, "unguarded");
      await sealLate(unguarded, draw);
      expect((await checkChains(unguarded.ctx, [{ drawId: draw }])).violations).not.toEqual([]);
    } finally {
      await unguarded.close();
    }
  });
});

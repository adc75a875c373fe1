import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { sealingChain } from "@/lib/audit/rules";
import type { KnownHead } from "@/lib/audit/rules.chain";
import { unsealedMs } from "@/lib/audit/rules.chain";
import type { ViolationDetail } from "@/lib/reconciliation/rules.findings";
import { findBreaks, multiply, openChain, sealAll, writeEntries } from "@/tests/support/core/audit-chain";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { checkChains } from "./check-chains";
import { checkInvariants } from "./check-invariants";
import type { InvariantCheck } from "./rules.invariants";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** Tampers with four sealed entries in the database, with the checks that must detect it. */
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
    "an entry that looks as if it was sealed in time",
    (draw) => [sql`update audit_entries set sealed_at = at where draw_id = ${draw} and sequence = 4`],
    [["entry 4", "changed"]],
  ],
  [
    "an entry without the time of its seal",
    (draw) => [sql`update audit_entries set sealed_at = null where draw_id = ${draw} and sequence = 4`],
    [["entry 4", "changed"]],
  ],
  [
    "an entry without its seal",
    (draw) => [sql`update audit_entries set seal = null where draw_id = ${draw} and sequence = 4`],
    [["entry 4", "changed"]],
  ],
];

/** Changes that the job would seal hours later, with the check that must detect them. */
const leftToTheJob: [string, (draw: string) => SQL, InvariantCheck, ViolationDetail][] = [
  [
    "entries written over, their places taken away",
    (draw) => sql`update audit_entries set sequence = null, seal = null, sealed_at = null, operator = 'Somebody else',
      detail = '{"forged": true}' where draw_id = ${draw} and sequence >= 2`,
    "audit-late",
    { entries: 3, firstSequence: 2 },
  ],
  [
    "one entry of them, moved to the end",
    (draw) => sql`update audit_entries set sequence = null, seal = null where draw_id = ${draw} and sequence = 4`,
    "audit-late",
    { entries: 1, firstSequence: 4 },
  ],
  [
    "an entry from amidst",
    (draw) => sql`update audit_entries set sequence = null, seal = null where draw_id = ${draw} and sequence = 2`,
    "audit-chain",
    { problem: "missing" },
  ],
  ["an invented entry of long ago", (draw) => invented(draw, sql`at`), "audit-late", { entries: 1, firstSequence: 5 }],
  [
    "an invented entry of before all time",
    (draw) => invented(draw, sql`'-infinity'::timestamptz`),
    "audit-late",
    { entries: 1, firstSequence: 5 },
  ],
  [
    "an invented entry of a time to come, which the job leaves",
    (draw) => invented(draw, sql`at + interval '30 days'`),
    "audit-unsealed",
    { entries: 1 },
  ],
];

function invented(draw: string, at: SQL): SQL {
  return sql`insert into audit_entries (draw_id, order_id, at, action, actor_kind, detail)
    select draw_id, order_id, ${at}, 'extended', 'buyer', '{}' from audit_entries where draw_id = ${draw} and sequence = 1`;
}

async function readHead(drawId: string): Promise<KnownHead> {
  const [head] = (await checkChains(test.ctx, [{ drawId }])).heads;
  if (!head) throw new Error("Nothing is sealed.");
  return head;
}

/** Leaves out violations of orders that have no entries because of the tampering. */
async function listViolations(draw: string, heads: KnownHead[] = []) {
  const report = await checkInvariants(test.admin, { instanceId: draw, heads });
  if (!report.ok) throw new Error(report.reason);
  return report.violations.filter(({ check }) => check !== "audit-missing" && check !== "audit-unfounded");
}

/** Seals the entries in time, then runs the job for hours. */
async function sealLongAgo(name: string): Promise<string> {
  const draw = await openChain(test, name.replaceAll(/\W+/g, "-"));
  await writeEntries(test, draw, 2);
  await sealAll(test);
  test.clock.advance(unsealedMs);
  await sealAll(test);
  test.clock.advance(unsealedMs);
  return draw;
}

describe("what the job reseals is detected", () => {
  it.each(leftToTheJob)("%s", async (name, statement, check, detail) => {
    const draw = await sealLongAgo(name);
    expect(await listViolations(draw)).toEqual([]);
    await test.ctx.db.execute(statement(draw));
    await sealAll(test);
    expect(await listViolations(draw)).toContainEqual(
      expect.objectContaining({ check, drawId: draw, detail: expect.objectContaining(detail) }),
    );
  });

  it("and honest entries after the job was down are reported while they wait, and not afterwards", async () => {
    const draw = await openChain(test, "outage");
    await writeEntries(test, draw, 1);
    test.clock.advance(2 * unsealedMs);
    expect(await listViolations(draw)).toMatchObject([{ check: "audit-unsealed", detail: { entries: 2 } }]);
    await sealAll(test);
    expect(await listViolations(draw)).toEqual([]);
    for (const _turn of [1, 2, 3]) {
      test.clock.advance(unsealedMs);
      await sealAll(test);
    }
    expect(await listViolations(draw)).toEqual([]);
  });

  it("even if someone deletes the record that the job ran: the chain of its runs has a gap", async () => {
    await sealLongAgo("turns-taken");
    const found = async () => (await checkChains(test.ctx, [{ drawId: sealingChain }])).violations;
    expect(await found()).toEqual([]);
    await test.ctx.db.execute(
      sql`delete from audit_entries where draw_id = ${sealingChain}
        and sequence = (select max(sequence) - 1 from audit_entries where draw_id = ${sealingChain})`,
    );
    expect(await found()).toMatchObject([{ check: "audit-chain", detail: { problem: "missing" } }]);
  });
});

describe("a head stored elsewhere", () => {
  it("stays valid while the chain grows", async () => {
    const draw = await sealLongAgo("head-grows");
    const head = await readHead(draw);
    expect(head.sequence).toBe(4);
    await writeEntries(test, draw, 1);
    await sealAll(test);
    expect(await listViolations(draw, [head])).toEqual([]);
    expect((await readHead(draw)).sequence).toBe(6);
  });

  it("reveals a truncated end", async () => {
    const draw = await sealLongAgo("head-cut");
    const head = await readHead(draw);
    await test.ctx.db.execute(sql`delete from audit_entries where draw_id = ${draw} and sequence > 2`);
    expect(await listViolations(draw)).toEqual([]);
    expect(await listViolations(draw, [head])).toMatchObject([{ check: "audit-head", detail: { problem: "missing" } }]);
  });

  it("reveals entries rewritten with current times, which nothing else does", async () => {
    const draw = await sealLongAgo("head-fresh");
    const head = await readHead(draw);
    const now = test.clock.now().toISOString();
    await test.ctx.db.execute(
      sql`update audit_entries set sequence = null, seal = null, operator = 'Somebody else', at = ${now}::timestamptz
        where draw_id = ${draw} and sequence > 2`,
    );
    await sealAll(test);
    expect(await listViolations(draw)).toEqual([]);
    expect(await listViolations(draw, [head])).toMatchObject([{ check: "audit-head", detail: { problem: "changed" } }]);
  });
});

describe("tampering is detected", () => {
  it.each(tampering)("%s", async (name, statements, found) => {
    const draw = await openChain(test, name.replaceAll(" ", "-"));
    await writeEntries(test, draw, 2);
    await sealAll(test);
    expect(await findBreaks(test, draw)).toEqual([]);
    for (const statement of statements(draw)) await test.ctx.db.execute(statement);
    expect(await findBreaks(test, draw)).toEqual(found);
    const report = await checkInvariants(test.admin, { instanceId: draw });
    const chain = report.ok && report.checks.find(({ check }) => check === "audit-chain");
    expect(chain).toEqual({ check: "audit-chain", rows: found.length });
  });

  it("at the end of a slice like anywhere else", async () => {
    const draw = await openChain(test, "slices");
    await writeEntries(test, draw, 1);
    await multiply(test, draw, 2100);
    await sealAll(test);
    expect(await findBreaks(test, draw)).toEqual([]);
    await test.ctx.db.execute(
      sql`delete from audit_entries where draw_id = ${draw} and sequence = any('{1000,1001,2001}')`,
    );
    expect(await findBreaks(test, draw)).toEqual([
      ["entry 1000", "missing"],
      ["entry 2001", "missing"],
    ]);
  });
});

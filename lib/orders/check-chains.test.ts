import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { breaksOf, multiply, sealAll, writeEntries } from "@/tests/support/audit-chain";
import { openDraw } from "@/tests/support/order-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { checkInvariants } from "./check-invariants";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

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
    await writeEntries(test, draw, 2);
    await sealAll(test);
    expect(await breaksOf(test, draw)).toEqual([]);
    for (const statement of statements(draw)) await test.ctx.db.execute(statement);
    expect(await breaksOf(test, draw)).toEqual(found);
    const report = await checkInvariants(test.admin, { instanceId: draw });
    const chain = report.ok && report.checks.find(({ check }) => check === "audit-chain");
    expect(chain).toEqual({ check: "audit-chain", rows: found.length });
  });

  it("at the end of a slice as anywhere else", async () => {
    const draw = await openDraw(test, "slices");
    await writeEntries(test, draw, 1);
    await multiply(test, draw, 2100);
    await sealAll(test);
    expect(await breaksOf(test, draw)).toEqual([]);
    await test.ctx.db.execute(
      sql`delete from audit_entries where draw_id = ${draw} and sequence = any('{1000,1001,2001}')`,
    );
    expect(await breaksOf(test, draw)).toEqual([
      ["entry 1000", "missing"],
      ["entry 2001", "missing"],
    ]);
  });
});

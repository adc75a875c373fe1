import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { queryRows } from "@/lib/platform/db/database";
import { asTestDevice } from "@/tests/support/core/cash";
import { createBasket, freshKey, openDraw, readPool } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { asCaller, asClient, openTestContext } from "@/tests/support/core/test-context";
import { recordStatements } from "@/tests/support/databases/statements";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function outcomeIn(ctx: Context, draw: string, { tickets = 1, key = freshKey() } = {}): Promise<string> {
  const placed = await placeOrder(ctx, createBasket(draw, tickets), key);
  return placed.ok ? "held" : placed.reason;
}

function countOutcomes(outcomes: readonly string[]): Record<string, number> {
  return Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]),
  );
}

async function readTraces(draw: string) {
  const [row] = await queryRows<Record<"orders" | "lines" | "entries", number>>(
    test.ctx.db,
    sql`select (select count(*)::int from orders where draw_id = ${draw}) as orders,
      (select count(*)::int from order_lines where draw_id = ${draw}) as lines,
      (select count(*)::int from audit_entries where draw_id = ${draw} and action = 'placed') as entries`,
  );
  return row;
}

describe("reservations that arrive together", () => {
  it("are written by a few statements, each with its lines and its audit entry", async () => {
    const draw = await openDraw(test, "together");
    await outcomeIn(test.ctx, draw);
    const statements = await recordStatements(test.ctx.db, async () => {
      const outcomes = await Promise.all(Array.from({ length: 40 }, () => outcomeIn(test.ctx, draw)));
      expect(countOutcomes(outcomes)).toEqual({ held: 40 });
    });
    expect(statements.length).toBeLessThanOrEqual(3);
    expect(await readTraces(draw)).toEqual({ orders: 41, lines: 41, entries: 41 });
    expect(await readPool(test, draw)).toMatchObject({ reserved: 41, reserved_cents: 41_000 });
  });

  it("take what is left and no more, in order of arrival", async () => {
    const draw = await openDraw(test, "together-last", { maxTickets: 11 });
    // The first call of a process reads the draw, so concurrent ones may overtake each other.
    await outcomeIn(test.ctx, draw);
    const outcomes = await Promise.all(Array.from({ length: 30 }, () => outcomeIn(test.ctx, draw)));
    expect(outcomes.map((outcome, index) => (index < 10 ? outcome : ""))).toEqual([
      ...Array.from({ length: 10 }, () => "held"),
      ...Array.from({ length: 20 }, () => ""),
    ]);
    expect(countOutcomes(outcomes)).toEqual({ held: 10, "all-held": 20 });
    expect(await readPool(test, draw)).toMatchObject({ reserved: 11 });
  });

  it("each get their own refusal, without failing the others", async () => {
    const draw = await openDraw(test, "together-own", { maxTickets: 100 });
    const key = freshKey();
    expect(await outcomeIn(test.ctx, draw, { key })).toBe("held");
    for (let held = 0; held < 5; held += 1) await outcomeIn(asClient(test.ctx, "greedy"), draw);
    const outcomes = await Promise.all([
      outcomeIn(test.ctx, draw),
      outcomeIn(test.ctx, draw, { key, tickets: 2 }),
      outcomeIn(test.ctx, draw, { key }),
      outcomeIn(asClient(test.ctx, "greedy"), draw),
      outcomeIn(test.ctx, draw, { tickets: 95 }),
      outcomeIn(asCaller(test.ctx, "203.0.113.9"), draw, { tickets: 30 }),
      outcomeIn(test.ctx, draw),
    ]);
    expect(outcomes).toEqual([
      "held",
      "idempotency-key-reused",
      "held",
      "too-many-holds",
      "not-enough-left",
      "too-many-unpaid",
      "held",
    ]);
    expect(await readPool(test, draw)).toMatchObject({ reserved: 8 });
    expect(await readTraces(draw)).toEqual({ orders: 8, lines: 8, entries: 8 });
  });

  it("get a retry time if too many are waiting, and leave nothing behind; tablets still sell", async () => {
    const draw = await openDraw(test, "together-many");
    await outcomeIn(test.ctx, draw);
    const answers = Array.from({ length: 1100 }, () => placeOrder(test.ctx, createBasket(draw), freshKey()));
    const tablet = outcomeIn(asTestDevice(test), draw);
    const refused = (await Promise.all(answers)).flatMap((answer) => (answer.ok ? [] : [answer]));
    expect(refused.length).toBeGreaterThan(50);
    for (const one of refused) {
      expect(one).toMatchObject({ reason: "service-unavailable", retryAfterSeconds: expect.any(Number) });
    }
    expect(await tablet).toBe("held");
    expect(await readPool(test, draw)).toMatchObject({ reserved: 1102 - refused.length });
  });
});

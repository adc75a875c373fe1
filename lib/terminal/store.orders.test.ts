import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { queryRows } from "@/lib/platform/db/database";
import { openDraw } from "@/tests/support/order-core";
import { fillOrders } from "@/tests/support/terminal-core";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";

import { listStart } from "./rules.search";
import { listFound, ordersByCode, ordersByEmail, ordersByPhone, recentOrders, unfinalizedOrders } from "./store.orders";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** How a statement is carried out, in JSON. */
async function planOf(statement: SQL): Promise<string> {
  const rows = await queryRows<Record<string, unknown>>(test.ctx.db, sql`explain (format json) ${statement}`);
  return JSON.stringify(rows);
}

/** Gives the money of every order of a draw back. */
async function fillRefunds(drawId: string): Promise<void> {
  await test.ctx.db.execute(
    sql`insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      select draw_id, gateway_order_number || 'R1', order_id, gateway_order_number, '{1}', 'requested', 'return',
        amount_cents, 'done', 'admin', sent_at
      from payment_attempts where draw_id = ${drawId}`,
  );
  await test.ctx.db.execute(sql`analyze`);
}

describe("in a draw of many orders", () => {
  it("each list is found by its own index", async () => {
    const draw = await openDraw(test, "many");
    await fillOrders(test, draw, { orders: 5000 });
    await fillRefunds(draw);
    const page = { drawId: draw, after: listStart, most: 26 };
    const expected: [SQL, string][] = [
      [recentOrders(page), "orders_recent"],
      [unfinalizedOrders(page, test.clock.now()), "orders_unfinalized"],
      [ordersByCode(page, ["00000A00"]), "orders_code"],
      [ordersByEmail(page, "filler77@example.test"), "orders_by_email"],
      [ordersByPhone(page, ["4165000077", "14165000077"]), "orders_by_phone"],
    ];
    for (const [statement, index] of expected) {
      const plan = await planOf(statement);
      expect(plan).toContain(`"${index}"`);
      expect(plan).not.toMatch(/Seq Scan","[^}]*"Relation Name":"(orders|order_lines|payment_attempts|refunds)"/);
    }
    const search = { codes: [], email: null, phones: ["4165000077", "14165000077"] };
    expect(await listFound(test.ctx.db, page, search)).toHaveLength(1);
    expect(await listFound(test.ctx.db, page, { ...search, email: "filler77@example.test" })).toHaveLength(1);
  });
});

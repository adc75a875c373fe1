import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { listStart } from "@/lib/orders/rules.cursor";
import { queryRows } from "@/lib/platform/db/database";
import { openDraw } from "@/tests/support/core/orders";
import { fillOrders } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

import {
  ordersByCode,
  ordersByEmail,
  ordersByName,
  ordersByPhone,
  ordersByTicket,
  recentOrders,
  searchOrders,
  unfinalizedOrders,
} from "./store";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

async function planOf(statement: SQL): Promise<string> {
  const rows = await queryRows<Record<string, unknown>>(test.ctx.db, sql`explain (format json) ${statement}`);
  return JSON.stringify(rows);
}

async function fillSales(drawId: string): Promise<void> {
  const run = test.ctx.db;
  await run.execute(sql`update orders set device_id = 'gate-' || ascii(order_code) % 5 where draw_id = ${drawId}`);
  await run.execute(
    sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select draw_id, 'main', n, n, order_id, 1 from (
        select draw_id, order_id, row_number() over (order by order_id) as n from orders where draw_id = ${drawId}) o`,
  );
}

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
    await fillSales(draw);
    await fillRefunds(draw);
    const page = { drawId: draw, deviceId: null, after: listStart, limit: 26 };
    const expected: [SQL, string][] = [
      [recentOrders(page), "orders_recent"],
      [recentOrders({ ...page, deviceId: "gate-1" }), "orders_by_device"],
      [unfinalizedOrders(page, test.clock.now()), "orders_unfinalized"],
      [ordersByCode(page, ["00000A00"]), "orders_code"],
      [ordersByEmail(page, "filler77@example.test"), "orders_by_email"],
      [ordersByPhone(page, ["4165000077", "14165000077"]), "orders_by_phone"],
      [ordersByTicket(page, 77), "number_ranges_draw_id_pool_id_first_number_pk"],
      ...([page, { ...page, deviceId: "gate-1" }] as const).flatMap((named): [SQL, string][] => [
        [ordersByName(named, "filler"), "orders_by_first_name"],
        [ordersByName(named, "filler"), "orders_by_last_name"],
        [ordersByName(named, "marie filler"), "orders_by_both_name"],
      ]),
    ];
    for (const [statement, index] of expected) {
      const plan = await planOf(statement);
      expect(plan).toContain(`"${index}"`);
      expect(plan).not.toMatch(
        /Seq Scan","[^}]*"Relation Name":"(orders|order_lines|payment_attempts|refunds|number_ranges)"/,
      );
    }
    const phones = ["4165000077", "14165000077"];
    const search = { codes: [], email: null, phones, ticket: null, name: null };
    expect(await searchOrders(test.ctx.db, page, search)).toHaveLength(1);
    expect(await searchOrders(test.ctx.db, page, { ...search, email: "filler77@example.test" })).toHaveLength(1);
  });
});

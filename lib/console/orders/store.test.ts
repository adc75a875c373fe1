import type { SQL } from "drizzle-orm";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listStart } from "@/lib/orders/rules.cursor";
import type { Database } from "@/lib/platform/db/database";
import { queryRows } from "@/lib/platform/db/database";
import type { AccessScope } from "@/lib/rights";
import { openDraw } from "@/tests/support/core/orders";
import { fillOrders } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import { orderStates } from "./rules";
import type { OrderFilter } from "./store";
import { ordersByCode, ordersByEmail, ordersByPhone, ordersByTicket, selectFilteredOrders } from "./store";
import { ordersByName, selectOrdersByTerm } from "./store.search-terms";

const test = await openTestContext();
afterAll(() => test.close());

async function planOf(statement: SQL, db: Database = test.ctx.db): Promise<string> {
  const rows = await queryRows<Record<string, unknown>>(db, sql`explain (format json) ${statement}`);
  return JSON.stringify(rows);
}

async function fillDraw(drawId: string): Promise<void> {
  const run = test.ctx.db;
  await fillOrders(test, drawId, { orders: 5000 });
  await run.execute(sql`update orders set status = case ascii(right(order_code, 1)) % 4 when 0 then 'finalized'
      when 1 then 'cancelled' else status end where draw_id = ${drawId}`);
  await run.execute(sql`update orders set status = 'refunded' where draw_id = ${drawId} and order_code like '%ff'`);
  await run.execute(
    sql`insert into number_ranges (draw_id, pool_id, first_number, last_number, order_id, line_number)
      select draw_id, 'main', n, n, order_id, 1 from (
        select draw_id, order_id, row_number() over (order by order_id) as n from orders where draw_id = ${drawId}) o`,
  );
  await run.execute(
    sql`insert into outbox (draw_id, mail_id, order_id, kind, state, queued_at, try_at)
      select draw_id, order_id, order_id, 'receipt', case when order_code like '%ff' then 'failed' else 'sent' end,
        placed_at, placed_at from orders where draw_id = ${drawId} and order_code like '%f'`,
  );
  await run.execute(
    sql`insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at)
      select draw_id, order_id, order_id, order_id, '{1}', 'requested', 'return', 1000,
        case when order_code like '%ff' then 'refused' else 'done' end, 'admin', placed_at
      from orders where draw_id = ${drawId} and order_code like '%f'`,
  );
  await run.execute(
    sql`insert into order_words (draw_id, order_id, word)
      select draw_id, order_id, unnest(array['marie', 'filler' || order_code, '#' || right(order_code, 4)])
      from orders where draw_id = ${drawId}`,
  );
}

const day = { from: new Date("2026-11-20T05:00:00Z"), to: new Date("2026-11-21T05:00:00Z") };

function statements(
  where: { drawId: string | null; accessScope: AccessScope },
  drawId: string,
): [string, SQL, string][] {
  const one = { ...where, drawId };
  const filterOf = (state: OrderFilter["state"]) => selectFilteredOrders({ ...one, state, from: null, to: null }, 51);
  const ended = ["refunded", "cancelled", "expired"] as const;
  return [
    ["email", ordersByEmail(where, "filler77@example.test", 51), "orders_by_email"],
    ["phone", ordersByPhone(where, ["4165000077", "14165000077"], 51), "orders_by_phone"],
    ["code", ordersByCode(where, { input: "00000A00", head: "", code: "00000A00" }, 51), "orders_code"],
    ["ticket", ordersByTicket(one, 77, 51), "number_ranges_draw_id_pool_id_first_number_pk"],
    ["name", ordersByName(one, ["fill"], 51), "order_words_by_word"],
    ["names", ordersByName(one, ["filler00", "mar"], 51), "order_words_by_word"],
    ["card", selectOrdersByTerm(one, "#0a00", day, 51), "order_words_by_word"],
    ["all", filterOf("all"), "orders_recent"],
    ["open", filterOf("open"), "orders_unfinalized"],
    ...ended.map((state): [string, SQL, string] => [state, filterOf(state), "orders_ended"]),
    ["unclear", filterOf("payment-unclear"), "orders_unfinalized"],
    ["day", selectFilteredOrders({ ...one, state: "all", ...day }, 51, listStart), "orders_recent"],
  ];
}

describe("among many orders in several draws", () => {
  const accessScopes: AccessScope[] = ["everything", { parentIds: ["test-parent"], drawIds: ["more"] }];

  beforeAll(async () => {
    const draws = [await openDraw(test, "many"), await openDraw(test, "more")];
    for (const draw of draws) await fillDraw(draw);
    await test.ctx.db.execute(sql`analyze`);
  });

  it("each search and list is found by its own index, with a scope and without", async () => {
    for (const accessScope of accessScopes) {
      for (const [name, statement, index] of statements({ drawId: null, accessScope }, "many")) {
        const plan = await planOf(statement);
        expect(`${name} ${plan}`).toContain(`"${index}"`);
        expect(`${name} ${plan}`).not.toMatch(
          /Seq Scan","[^}]*"Relation Name":"(orders|order_lines|order_words|payment_attempts|number_ranges)"/,
        );
      }
    }
    expect(orderStates).toHaveLength(10);
  });

  it("failed emails and refused refunds are found by their own indexes", async () => {
    const filterOf = (accessScope: AccessScope, state: OrderFilter["state"]) =>
      selectFilteredOrders({ drawId: "many", accessScope, state, from: null, to: null }, 51);
    for (const accessScope of accessScopes) {
      const plans = await test.ctx.db.transaction(async (tx) => {
        // PostgreSQL reads tables of a few rows whole unless it is told not to.
        await tx.execute(sql`set local enable_seqscan = off`);
        const plan = (state: OrderFilter["state"]) => planOf(filterOf(accessScope, state), tx);
        return [await plan("email-undelivered"), await plan("refund-refused"), await plan("attention")];
      });
      const [emails, refunds, all] = plans;
      expect(emails).toContain('"outbox_failed"');
      expect(refunds).toContain('"refunds_refused"');
      for (const index of ["outbox_failed", "refunds_refused", "orders_unfinalized"])
        expect(all).toContain(`"${index}"`);
    }
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { ReportedSales } from "@/tests/support/core/report";
import { report, runSql, sellReportedDraw, undone } from "@/tests/support/core/report";

let sales: ReportedSales;

beforeAll(async () => {
  sales = await sellReportedDraw();
});

afterAll(() => sales.test.close());

describe("negative control: a report of tampered rows doesn't add up", () => {
  const ofMain = "where draw_id = 'reported' and pool_id = 'main'";

  it.each([
    ["a lower counter", `update pools set sold = 11 ${ofMain}`, ["tickets-differ", "never-issued-differs"]],
    ["a higher counter", `update pools set sold = 17 ${ofMain}`, ["tickets-differ", "never-issued-differs"]],
    ["a cent more in sales", `update pools set sales_cents = sales_cents + 1 ${ofMain}`, ["amount-differs"]],
    [
      "a cent less in a line",
      `update order_lines set amount_cents = amount_cents - 1 ${ofMain} and package_id = 'one' and order_id in
        (select order_id from orders where status = 'finalized')`,
      ["amount-differs", "order-amounts-differ", "order-unlike-lines"],
    ],
    [
      "a dollar moved from one order to another",
      `update orders set amount_cents = amount_cents + case when amount_cents = 1000 then 100 else -100 end
        where status = 'finalized' and amount_cents in (1000, 2500)`,
      ["order-unlike-lines", "order-unlike-lines", "payment-differs", "payment-differs"],
    ],
    [
      "a payment of a cent",
      "update payment_attempts set amount_cents = 1 where amount_cents = 1000",
      ["payment-differs"],
    ],
    [
      "a void mark without its refund",
      `update number_ranges set voided_at = now() ${ofMain} and first_number = 1`,
      ["amount-differs"],
    ],
    [
      "a range that was deleted",
      `delete from number_ranges ${ofMain} and first_number = 11`,
      [
        "numbers-missing",
        "tickets-differ",
        "never-issued-differs",
        "amount-differs",
        "orders-differ",
        "order-amounts-differ",
      ],
    ],
    [
      "a range that overlaps the one before",
      `update number_ranges set first_number = 10 ${ofMain} and first_number = 11`,
      ["numbers-doubled", "range-unlike-line", "tickets-differ"],
    ],
    [
      "a payment that was not approved",
      "update payment_attempts set state = 'declined' where amount_cents = 1000",
      ["payment-missing"],
    ],
    [
      "an order that is not finalized",
      "update orders set status = 'cancelled' where amount_cents = 1000",
      ["order-not-finalized"],
    ],
    [
      "numbers of a pool that is gone",
      "delete from pools where pool_id = 'quilt'",
      ["pool-unknown", "tickets-differ", "amount-differs"],
    ],
  ])("%s", (_what, statement, expected) =>
    undone(sales.test, async (test) => {
      expect((await report(test)).end.addsUp).toBe(true);
      await runSql(test, statement);
      const { end } = await report(test);
      expect(end.addsUp).toBe(false);
      expect(end.problems.map(({ problem }) => problem).sort()).toEqual([...expected].sort());
    }),
  );
});

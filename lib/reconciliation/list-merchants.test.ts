import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";

import type { ListRequest } from "@/lib/gateways/payment/port";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

let test: TestContext;

beforeEach(async () => {
  test = await openTestContext();
});

afterEach(() => test.close());

async function check(): Promise<InvariantReport> {
  const report = await checkInvariants(test.admin);
  if (!report.ok) throw new Error(report.reason);
  return report;
}

const isSweep = (request: ListRequest) => request.orderNumber === undefined;

describe("merchants", () => {
  const keys = (merchantId: string, reportingPasscode?: string) => ({
    apiKeys: { bambora: { merchantId, passcode: "payments-passcode", reportingPasscode } },
  });

  /** Accepts one reporting passcode, and counts how often the report of each merchant is requested. */
  function watchReports(passcode: string): Map<string, number> {
    const begun = new Map<string, number>();
    const list = test.gateway.listPayments;
    test.gateway.listPayments = async (credentials, request) => {
      if (credentials.reportingPasscode !== passcode) return { kind: "not-authorized" };
      const { merchantId } = credentials;
      if (isSweep(request) && !request.cursor) begun.set(merchantId, (begun.get(merchantId) ?? 0) + 1);
      return list(credentials, request);
    };
    return begun;
  }

  it("are queried once each, however many draws share one, with the passcode that opens the report", async () => {
    await openDraw(test, "a-stale", keys("1000", "stale-passcode"));
    await openDraw(test, "b-renewed", keys("1000", "valid-passcode"));
    await openDraw(test, "keyless", keys("1000"));
    await openDraw(test, "other", keys("2000", "valid-passcode"));
    for (const draw of ["a-stale", "b-renewed", "keyless", "other"]) {
      expect(getOutcome(await payOrder(test.ctx, createPayment(await place(test, draw))))).toBe("paid");
    }
    const begun = watchReports("valid-passcode");
    const { violations, totals } = await check();
    expect(violations).toEqual([]);
    expect(totals).toMatchObject({ finalizedCents: 4000, capturedCents: 4000 });
    expect([...begun]).toEqual([
      ["1000", 1],
      ["2000", 1],
    ]);
  });

  it("that can't be queried are named with the reason, draw by draw, and never pass as clean", async () => {
    await openDraw(test, "no-passcode", keys("1000"));
    await openDraw(test, "refused", keys("2000", "stale-passcode"));
    await openDraw(test, "without-keys", { apiKeys: {} });
    await openDraw(test, "asked", keys("3000", "valid-passcode"));
    await openDraw(test, "lost-keys", keys("4000", "valid-passcode"));
    expect(getOutcome(await payOrder(test.ctx, createPayment(await place(test, "lost-keys"))))).toBe("paid");
    await test.ctx.db.execute(sql`delete from draw_secrets where draw_id = 'lost-keys'`);
    watchReports("valid-passcode");
    const { violations } = await check();
    const unreachable = violations.filter((violation) => violation.check === "gateway-unreachable");
    expect(unreachable.map(({ drawId, subject, detail }) => [drawId, subject, detail.reason])).toEqual([
      ["lost-keys", "lost-keys", "no-credentials"],
      ["no-passcode", "1000", "no-reporting-passcode"],
      ["refused", "2000", "passcode-refused"],
    ]);
  });
});

import { setImmediate as yieldToTimers } from "node:timers/promises";

import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ListRequest, PaymentGateway } from "@/lib/gateways/payment/port";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import { payOrder } from "@/lib/payments/pay/pay-order";
import type { Database } from "@/lib/platform/db/database";
import { createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import { getLastCapture, payHeld, sellDraw } from "@/tests/support/core/sold-draw";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { approve, createCapture } from "@/tests/support/core/test-gateway";

let test: TestContext;
let restoreGateway: () => void;

beforeAll(async () => {
  test = await openTestContext();
  const original = { ...test.gateway };
  restoreGateway = () => Object.assign(test.gateway, { ...original, ledger: [] });
});

beforeEach(async () => {
  restoreGateway();
  await test.ctx.db.execute(sql`truncate draws, orders cascade`);
});

afterAll(() => test.close());

async function check(): Promise<InvariantReport> {
  const report = await checkInvariants(test.admin);
  if (!report.ok) throw new Error(report.reason);
  return report;
}

async function names(): Promise<string[]> {
  return (await check()).violations.map((violation) => violation.check);
}

/** Runs `work` before the first listing that matches. */
function beforeListing(isMeant: (request: ListRequest) => boolean, work: () => Promise<void>): void {
  const list = test.gateway.listPayments;
  let isDone = false;
  test.gateway.listPayments = async (credentials, request) => {
    if (!isDone && isMeant(request)) {
      isDone = true;
      await work();
    }
    return list(credentials, request);
  };
}

const isSweep = (request: ListRequest) => request.orderNumber === undefined;

describe("a payment in flight", () => {
  /** Runs a check while the gateway has captured but not answered. */
  async function checkInFlight(): Promise<{ during: string[]; totals: InvariantReport["totals"]; after: string[] }> {
    const order = await place(test, await openDraw(test, "flight"));
    let during: InvariantReport | undefined;
    test.gateway.answer = async (request) => {
      const outcome = approve(request);
      if (outcome.kind !== "approved") return outcome;
      const { transactionId } = outcome;
      test.gateway.ledger.push(createCapture(request, { transactionId }));
      during = await check();
      test.gateway.ledger.pop();
      return outcome;
    };
    expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    if (!during) throw new Error("The gateway was not asked.");
    return { during: during.violations.map((found) => found.check), totals: during.totals, after: await names() };
  }

  it("is neither a loss nor a sale before its deadline", async () => {
    const { during, totals, after } = await checkInFlight();
    expect({ during, after }).toEqual({ during: [], after: [] });
    expect(totals).toMatchObject({ capturedCents: 0, finalizedCents: 0 });
  });

  it("is read again: an attempt that settles after the report was read agrees with it", async () => {
    const order = await place(test, await openDraw(test, "settles"));
    let settled: Promise<unknown> = Promise.resolve();
    let answerNow = () => {};
    const captured = new Promise<void>((resolve) => {
      test.gateway.answer = async (request) => {
        resolve();
        await new Promise<void>((answer) => {
          answerNow = answer;
        });
        return approve(request);
      };
    });
    settled = payOrder(test.ctx, createPayment(order));
    await captured;
    beforeListing(isSweep, async () => {
      test.gateway.listPayments = rest;
      answerNow();
      await settled;
    });
    const rest: PaymentGateway["listPayments"] = async (_credentials, request) => {
      // The report was read before the payment was made, and a lookup by number finds it.
      const payments = isSweep(request) ? [] : test.gateway.ledger;
      return { kind: "listed", payments, nextCursor: null };
    };
    expect(await names()).toEqual([]);
  });
});

describe("a payment with an unknown outcome", () => {
  it("is looked up again if it was captured, and reported once nobody will look it up anymore", async () => {
    const draw = await sellDraw(test, "captured-unknown");
    await payHeld(draw, async (request) => {
      test.gateway.ledger.push(createCapture(request));
      return { kind: "unknown", code: null };
    });
    expect(await names()).toEqual([]);
    beforeListing(
      (request) => request.orderNumber === draw.held.orderId,
      async () => test.clock.advance(11 * 60_000),
    );
    const { violations } = await check();
    expect(violations).toMatchObject([{ check: "attempt-overdue", detail: { state: "unknown", capturedCents: 2000 } }]);
  });
});

describe("a report that lags behind", () => {
  it("isn't a loss if the payment itself is found, and is one if it isn't", async () => {
    await sellDraw(test, "lagging");
    test.gateway.listPayments = async () => ({ kind: "listed", payments: [], nextCursor: null });
    expect(await names()).toEqual([]);
    test.gateway.ledger = [];
    expect(await names()).toEqual(["capture-missing", "capture-missing", "capture-missing"]);
  });

  it("proves nothing if the payment itself can't be looked up", async () => {
    const { last } = await sellDraw(test, "unasked");
    test.gateway.ledger = test.gateway.ledger.filter(({ orderNumber }) => orderNumber !== last.orderId);
    test.gateway.readPayment = async () => ({ kind: "unknown", code: null });
    expect((await check()).violations).toMatchObject([
      { check: "gateway-unreachable", drawId: null, detail: { reason: "no-answer", payments: 1 } },
    ]);
  });

  it("doesn't hide that the payment has a different amount, or belongs to another order", async () => {
    const draw = await sellDraw(test, "other-payment");
    test.gateway.listPayments = async () => ({ kind: "listed", payments: [], nextCursor: null });
    const capture = getLastCapture(draw);
    capture.amountCents = 1;
    expect(await names()).toEqual(["capture-amount"]);
    capture.orderNumber = draw.held.orderId;
    expect(await names()).toEqual(["capture-missing"]);
  });
});

describe("a report in pages", () => {
  it("that shift while it is read don't list a capture twice", async () => {
    const { last } = await sellDraw(test, "shifting");
    const turned = (request: ListRequest) => isSweep(request) && request.cursor === "3";
    let seen = 0;
    // A new row at the top moves the last row of the first page to the second page, where it is listed again.
    beforeListing(turned, async () => {
      test.gateway.ledger.unshift(createCapture({ orderNumber: "SHOP-1", amountCents: 100 }));
      seen += 1;
    });
    const { violations, totals } = await check();
    expect({ violations, captured: totals.capturedCents }).toEqual({ violations: [], captured: 7000 });
    expect(seen).toBe(1);
    test.gateway.ledger.push(createCapture({ orderNumber: last.orderId, amountCents: 2000 }));
    expect(await names()).toEqual(["capture-repeated"]);
  });

  it("is given up, and said to be incomplete, if the gateway stops answering midway", async () => {
    await sellDraw(test, "silent");
    const list = test.gateway.listPayments;
    test.gateway.listPayments = async (credentials, request) =>
      request.cursor ? { kind: "unreachable" } : list(credentials, request);
    expect((await check()).violations).toMatchObject([
      { check: "gateway-unreachable", drawId: "silent", detail: { reason: "no-answer" } },
    ]);
  });

  it("continues after one lost connection", async () => {
    await sellDraw(test, "once-lost");
    const list = test.gateway.listPayments;
    let isLost = true;
    test.gateway.listPayments = async (credentials, request) => {
      if (!isLost) return list(credentials, request);
      isLost = false;
      return { kind: "unreachable" };
    };
    expect(await names()).toEqual([]);
  });
});

describe("ongoing sales", () => {
  it("are never mistaken for a fault", async () => {
    const draw = await openDraw(test, "running");
    test.gateway.answer = async (request) => {
      await new Promise((resolve) => setTimeout(resolve, test.gateway.charges.length % 20));
      return approve(request);
    };
    let isSelling = true;
    const sell = async () => {
      for (let sold = 0; sold < 10; sold += 1) {
        expect(getOutcome(await payOrder(test.ctx, createPayment(await place(test, draw, 2))))).toBe("paid");
      }
    };
    const selling = Promise.all([sell(), sell(), sell(), sell()]).finally(() => {
      isSelling = false;
    });
    let checks = 0;
    while (isSelling) {
      expect(await names()).toEqual([]);
      checks += 1;
      // The embedded database answers so fast that no timer fires in between.
      await yieldToTimers();
    }
    await selling;
    expect(checks).toBeGreaterThan(1);
    expect((await check()).totals).toMatchObject({ orders: 40, finalizedCents: 80_000, capturedCents: 80_000 });
  }, 60_000);

  it("are seen entirely or not at all, which requires one snapshot", async ({ skip }) => {
    skip(
      test.databaseUrl === null,
      "Nothing can be sold between two statements of a transaction of the embedded database.",
    );
    const draw = await openDraw(test, "snapshot");
    const pay = async () =>
      expect(getOutcome(await payOrder(test.ctx, createPayment(await place(test, draw))))).toBe("paid");

    /** Sells an order after the second statement of the check's transaction, which `weaken` changes. */
    async function checkWithSale(weaken: object): Promise<string[]> {
      let statements = 0;
      const interrupt = (tx: Database) =>
        new Proxy(tx, {
          get: (target, name) => {
            const member = Reflect.get(target, name);
            if (name !== "execute") return member;
            return async (statement: unknown) => {
              statements += 1;
              if (statements === 3) await pay();
              return Reflect.apply(member as (statement: unknown) => unknown, target, [statement]);
            };
          },
        });
      const db = new Proxy(test.ctx.db, {
        get: (target, name) => {
          if (name !== "transaction") return Reflect.get(target, name);
          return (work: (tx: Database) => Promise<unknown>, config: object) =>
            target.transaction((tx) => work(interrupt(tx as Database)), { ...config, ...weaken });
        },
      });
      const report = await checkInvariants({ ...test.admin, db });
      if (!report.ok) throw new Error(report.reason);
      return report.violations.map((found) => found.check);
    }

    await pay();
    expect(await checkWithSale({})).toEqual([]);
    expect(await checkWithSale({ isolationLevel: "read committed" })).toEqual(["sold-counter", "sales-counter"]);
  });
});

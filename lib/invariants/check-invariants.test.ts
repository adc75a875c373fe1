import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import type { KnownHead } from "@/lib/audit/rules.chain";
import { formatHead } from "@/lib/audit/rules.chain";
import { gatewayChecks } from "@/lib/reconciliation/rules.findings";
import { requestRefund } from "@/lib/refunds/request-refund";
import { invariantLines } from "@/scripts/invariants/text";
import { sealAll } from "@/tests/support/core/audit-chain";
import type { SoldDraw } from "@/tests/support/core/sold-draw";
import { getLastCapture, payHeld, sellDraw, unmatchedNumber } from "@/tests/support/core/sold-draw";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import { breaks } from "@/tests/support/sabotage/invariant-breaks";
import { unmatchedRefund } from "@/tests/support/sabotage/refund-breaks";
import { checkInvariants } from "./check-invariants";
import type { InvariantCheck, InvariantReport } from "./rules.invariants";
import { databaseChecks } from "./rules.invariants";
import { readInvariants } from "./store.invariants";

let test: TestContext;
let restoreGateway: () => void;

beforeAll(async () => {
  test = await openTestContext();
  const original = { ...test.gateway };
  restoreGateway = () => Object.assign(test.gateway, { ...original, ledger: [] });
});

afterEach(() => restoreGateway());
afterAll(() => test.close());

async function check(instanceId: string | null, heads: KnownHead[] = []): Promise<InvariantReport> {
  const report = await checkInvariants(test.admin, { instanceId, heads });
  if (!report.ok) throw new Error(report.reason);
  return report;
}

function found({ checks }: InvariantReport): [InvariantCheck, number][] {
  return checks.flatMap((row) => (row.rows > 0 ? [[row.check, row.rows] as [InvariantCheck, number]] : []));
}

/** The chain never had this head. */
function createUnknownHead(drawId: string): KnownHead {
  return { drawId, sequence: 7, seal: "0123456789abcdef" };
}

/** Names the broken row as the check does. */
function getSubject(name: InvariantCheck, { drawId, last, held }: SoldDraw): [string | null, string] {
  const ofLast: InvariantCheck[] = [
    ...(["order-without-payment", "several-approved", "refunded-astray", "receipt-missing"] as const),
    "cancelled-unrefunded",
  ];
  const ofHeld: InvariantCheck[] = ["order-amount", "order-stuck", "audit-missing", "audit-unfounded"];
  const heldAttempt: InvariantCheck[] = [
    "payment-without-order",
    "attempt-astray",
    "attempt-overdue",
    "capture-declined",
    "surplus-kept",
    "capture-late",
  ];
  const ranges: Partial<Record<InvariantCheck, string>> = {
    "number-duplicate": "main 5-6",
    "winner-unfounded": "main 9, place 1",
    "number-gap": "main 7-8",
    "numbers-without-sale": "main 8-9",
    "line-without-numbers": `${last.orderCode} 1`,
    "refund-repeated": `${last.orderCode} 1`,
    "numbers-void-unrefunded": "main 6-7",
    "refund-without-void": `RF${last.orderId}01`,
    "refund-unlike-lines": `RF${last.orderId}01`,
    "refund-overdue": `RF${last.orderId}01`,
    "team-counter": "main foxes",
    "half-hour-sales": "2026-11-01T12:30:00.000Z token",
    "gateway-unreachable": "300200578",
    "verification-kept": "AP-mabc1234",
    "audit-unsealed": drawId,
    "audit-late": drawId,
    "audit-chain": "entry 7",
    "audit-head": formatHead(createUnknownHead(drawId)),
  };
  if (name === "capture-unknown") return [null, unmatchedNumber];
  if (name === "refund-unknown") return [null, unmatchedRefund];
  if (ranges[name]) return [drawId, ranges[name]];
  if (ofLast.includes(name)) return [drawId, last.orderCode];
  if (ofHeld.includes(name)) return [drawId, held.orderCode];
  if (heldAttempt.includes(name)) return [drawId, held.orderId];
  return [drawId, /^(capture|transaction|payment|return|void|refund)-/.test(name) ? last.orderId : "main"];
}

/** Other checks that find the same break: entries of a deleted payment lack the payment, for example. */
const alsoFound: Partial<Record<InvariantCheck, [InvariantCheck, number][]>> = {
  "order-without-payment": [["audit-unfounded", 1]],
};

describe("each check", () => {
  it.each([...databaseChecks, ...gatewayChecks])(
    "%s finds the one row that violates it, and nothing else",
    async (name) => {
      const draw = await sellDraw(test, `break-${name}`);
      expect(found(await check(draw.drawId))).toEqual([]);
      // Some breaks move the clock by days, so entries are sealed first, as the job would have done.
      if (name !== "audit-unsealed" && name !== "audit-missing") await sealAll(test);
      await breaks[name](draw);
      const report = await check(draw.drawId, name === "audit-head" ? [createUnknownHead(draw.drawId)] : []);
      expect(found(report)).toEqual([[name, 1], ...(alsoFound[name] ?? [])]);
      const [drawId, subject] = getSubject(name, draw);
      expect(report.violations[0]).toMatchObject({ check: name, drawId, subject });
      const [headline, line] = invariantLines(report);
      expect(headline).toBe(`${name}: 1`);
      expect(line).toContain(subject);
      expect(line).not.toMatch(/undefined|null|NaN|\[object/);
    },
  );
});

describe("a clean draw", () => {
  it("is summed up to the cent, including its held tickets", async () => {
    const draw = await sellDraw(test, "clean");
    const { checkedAt, checks, violations, totals, heads } = await check(draw.drawId);
    expect(checkedAt).toBe(test.clock.now().toISOString());
    expect(checks.map((row) => row.check)).toEqual([...databaseChecks, ...gatewayChecks]);
    expect(violations).toEqual([]);
    const money = { finalizedCents: 7000, capturedCents: 7000, refundedCents: 0, cashCents: 0 };
    expect(totals).toEqual({ orders: 4, ...money, ranges: 3, tickets: 7, sealed: 0 });
    expect(heads).toEqual([]);
  });

  it("stays clean with refunds: captured minus refunded is what is finalized", async () => {
    const draw = await sellDraw(test, "refunded");
    const answer = await requestRefund(test.admin, draw.last, {});
    expect(answer).toMatchObject({ ok: true, outcome: "refunded" });
    const report = await check(draw.drawId);
    expect(found(report)).toEqual([]);
    const money = { finalizedCents: 5000, capturedCents: 7000, refundedCents: 2000, cashCents: 0 };
    expect(report.totals).toEqual({ orders: 4, ...money, ranges: 3, tickets: 7, sealed: 0 });
  });

  it("stays clean while a refund is in progress, whether the gateway has it yet or not", async () => {
    const draw = await sellDraw(test, "on-its-way");
    test.gateway.giveBack = async () => ({ kind: "unknown", code: null });
    await requestRefund(test.admin, draw.last, {});
    expect(found(await check(draw.drawId))).toEqual([]);
    Object.assign(getLastCapture(draw), { voided: true });
    expect(found(await check(draw.drawId))).toEqual([]);
  });

  it("isn't affected by other shops' payments on the same merchant account, or by declines", async () => {
    const draw = await sellDraw(test, "neighbours");
    for (const orderNumber of ["SHOP-1234", "7ZZZ", `${unmatchedNumber}X`, "APPLES-1", unmatchedNumber.toLowerCase()]) {
      test.gateway.ledger.push(createCapture({ orderNumber, amountCents: 500 }));
    }
    test.gateway.ledger.push(createCapture({ orderNumber: unmatchedNumber, amountCents: 500 }, { approved: false }));
    const report = await check(draw.drawId);
    expect(found(report)).toEqual([]);
    expect(report.totals.capturedCents).toBe(7000);
  });

  it.each([`${unmatchedNumber}02`, `AP${unmatchedNumber}`, `AP${unmatchedNumber}03`, "AP-LK3J9Z2Q"])(
    "is violated by a capture under %s, which could be ours",
    async (orderNumber) => {
      const draw = await sellDraw(test, `ours-${orderNumber.toLowerCase()}`);
      test.gateway.ledger.push(createCapture({ orderNumber, amountCents: 500 }));
      expect(found(await check(draw.drawId))).toEqual([["capture-unknown", 1]]);
    },
  );
});

describe("the details of a violation", () => {
  it("include the money behind a waiting attempt: none, or captured", async () => {
    const draw = await sellDraw(test, "waiting-captured");
    await payHeld(draw, async (request) => {
      test.gateway.ledger.push(createCapture(request));
      return { kind: "unknown", code: null };
    });
    expect(found(await check(draw.drawId))).toEqual([]);
    test.clock.advance(11 * 60_000);
    const [violation] = (await check(draw.drawId)).violations;
    expect(violation).toMatchObject({ check: "attempt-overdue", detail: { state: "unknown", capturedCents: 2000 } });
    test.gateway.ledger = test.gateway.ledger.filter(({ orderNumber }) => orderNumber !== draw.held.orderId);
    const [unpaid] = (await check(draw.drawId)).violations;
    expect(unpaid).toMatchObject({ check: "attempt-overdue", detail: { capturedCents: 0 } });
  });

  it("include a return and a void that are rows of their own", async () => {
    const draw = await sellDraw(test, "own-rows");
    const capture = getLastCapture(draw);
    test.gateway.ledger.push({ ...capture, kind: "return", transactionId: "2", amountCents: 300 });
    expect((await check(draw.drawId)).violations).toMatchObject([
      {
        check: "return-without-refund",
        subject: draw.last.orderId,
        detail: { capturedCents: 2000, returnedCents: 300 },
      },
    ]);
    test.gateway.ledger.splice(-1, 1, { ...capture, kind: "void", transactionId: "3" });
    expect(found(await check(draw.drawId))).toEqual([["void-without-refund", 1]]);
  });

  it("are the same however many orders are read at once", async () => {
    const draw = await sellDraw(test, "sliced");
    for (const name of ["order-amount", "order-without-payment", "reserved-counter", "number-gap"] as const) {
      await breaks[name](draw);
    }
    const read = async (slice?: number) => {
      const scope = { drawId: draw.drawId, at: test.clock.now() };
      const snapshot = await readInvariants(test.ctx.db, slice === undefined ? scope : { ...scope, slice });
      const rows = snapshot.violations.map(({ check: name, subject }) => `${name} ${subject}`);
      return { ...snapshot, violations: rows.sort() };
    };
    const whole = await read();
    expect(whole.violations).toEqual([
      `audit-unfounded ${draw.last.orderCode}`,
      "number-gap main 7-8",
      `order-amount ${draw.held.orderCode}`,
      `order-without-payment ${draw.last.orderCode}`,
    ]);
    for (const slice of [1, 2, 3, 4, 5]) expect(await read(slice)).toEqual(whole);
  });

  it("can be listed draw by draw, or for all draws at once", async () => {
    const [broken, clean] = [await sellDraw(test, "one-broken"), await sellDraw(test, "one-clean")];
    await breaks["sold-counter"](broken);
    await breaks["capture-amount"](broken);
    await breaks["capture-declined"](broken);
    expect(found(await check(clean.drawId))).toEqual([]);
    const ofAll = (await check(null)).violations.filter(({ drawId }) => drawId?.startsWith("one-"));
    expect(ofAll).toMatchObject([
      { check: "sold-counter", drawId: broken.drawId, detail: { counter: 8, sum: 7 } },
      { check: "capture-declined", drawId: broken.drawId, detail: { capturedCents: 2000, keptCents: 2000 } },
      { check: "capture-amount", drawId: broken.drawId, detail: { amountCents: 2000, capturedCents: 2001 } },
    ]);
  });
});

describe("access to the check", () => {
  it("is for admins only, and for existing draws", async () => {
    expect(await checkInvariants(test.ctx)).toEqual({ ok: false, reason: "admin-key-wrong" });
    for (const instanceId of ["no-such-draw", "", "' or true --"]) {
      expect(await checkInvariants(test.admin, { instanceId })).toEqual({ ok: false, reason: "draw-not-found" });
    }
  });
});

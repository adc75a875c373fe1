import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLocalTime } from "@/lib/local-time";
import type { Span } from "@/lib/number-spans";
import type { ReportPool } from "./rules";
import type { IssuedRange } from "./rules.rows";
import { createPoolChecker } from "./rules.rows";
import { createTotals } from "./rules.totals";

const soldAt = new Date("2026-11-20T18:00:00Z");

function rangeAt(first: number, tickets: number, overrides: Partial<IssuedRange> = {}): IssuedRange {
  return {
    first,
    last: first + tickets - 1,
    lineNumber: 1,
    voidedAt: null,
    orderCode: `CODE${first}`,
    orderStatus: "finalized",
    finalizedAt: new Date(soldAt.getTime() + 10_000),
    orderCents: tickets * 250,
    deviceId: null,
    paidAt: soldAt,
    paidCents: tickets * 250,
    attemptMethod: "token",
    packageId: "one",
    bundleId: null,
    lineTickets: tickets,
    amountCents: tickets * 250,
    ...overrides,
  };
}

type LostSpan = Span & { at: Date };

function account(ranges: IssuedRange[], limit: number | null, voidSpans: Span[] = [], lostSpans: LostSpan[] = []) {
  const totals = createTotals();
  const opened = createPoolChecker(
    { poolId: "main", limit },
    { voidSpans, lostSpans },
    createLocalTime("America/Toronto"),
  );
  const parts = [...ranges.map((range) => opened.add(range)), opened.finish()];
  const rows = parts.flatMap((part) => part.rows);
  for (const row of rows) totals.add(row, row.orderCode !== null);
  for (const part of parts) totals.addProblems(part.problems);
  return { rows, totals, problems: parts.flatMap((part) => part.problems) };
}

const pool = { poolId: "main", limit: null, neverIssued: null, void: 0 } as ReportPool;

describe("createPoolChecker", () => {
  it("accounts for each number from 1 to the limit once, whatever was sold and voided", () => {
    const sale = fc.record({ tickets: fc.integer({ min: 1, max: 50 }), isVoid: fc.boolean() });
    fc.assert(
      fc.property(fc.array(sale), fc.nat(60), (sales, rest) => {
        let next = 1;
        const ranges = sales.map(({ tickets }) => {
          next += tickets;
          return rangeAt(next - tickets, tickets);
        });
        const voidSpans = ranges.filter((_range, index) => sales[index]?.isVoid);
        const { rows, problems } = account(ranges, next - 1 + rest, voidSpans);
        expect(problems).toEqual([]);
        let expected = 1;
        for (const row of rows) {
          expect(row.first).toBe(expected);
          expect(row.tickets).toBe(row.last - row.first + 1);
          expected = row.last + 1;
        }
        expect(expected - 1).toBe(next - 1 + rest);
        const states = sales.map(({ isVoid }) => (isVoid ? "void" : "sold"));
        expect(rows.map((row) => row.state)).toEqual(rest > 0 ? [...states, "never-issued"] : states);
      }),
    );
  });

  it("doesn't mention the numbers above the highest one if there is no limit", () => {
    expect(account([rangeAt(1, 3)], null).rows).toHaveLength(1);
    expect(account([], null).rows).toEqual([]);
  });

  it.each([
    ["numbers passed over", [rangeAt(1, 2), rangeAt(5, 1)], { problem: "numbers-missing", first: 3, last: 4 }],
    ["numbers issued twice", [rangeAt(1, 6), rangeAt(3, 2)], { problem: "numbers-doubled", first: 3, last: 4 }],
    ["half a doubled range", [rangeAt(1, 3), rangeAt(2, 5)], { problem: "numbers-doubled", first: 2, last: 3 }],
    [
      "a line of another size",
      [rangeAt(1, 2, { lineTickets: 3 })],
      { problem: "range-unlike-line", expected: 3, found: 2 },
    ],
    [
      "no line",
      [rangeAt(1, 2, { lineTickets: null, amountCents: null })],
      { problem: "line-missing", first: 1, last: 2 },
    ],
    ["an order still held", [rangeAt(1, 2, { orderStatus: "reserved" })], { problem: "order-not-finalized" }],
    ["an order without payment", [rangeAt(1, 2, { attemptMethod: null })], { problem: "payment-missing" }],
    ["numbers above the limit", [rangeAt(1, 11)], { problem: "numbers-above-limit", expected: 10, found: 11 }],
  ])("names %s", (_what, ranges, problem) => {
    const { problems } = account(ranges, 10);
    expect(problems).toEqual([expect.objectContaining({ poolId: "main", ...problem })]);
  });

  it("lists skipped numbers among the rows, so that none is left out", () => {
    const { rows } = account([rangeAt(3, 1)], null);
    expect(rows.map(({ first, last, state }) => [first, last, state])).toEqual([
      [1, 2, "never-issued"],
      [3, 3, "sold"],
    ]);
  });

  it("has a void row without an order for numbers of lost sales, between what was sold and after it", () => {
    const [early, late] = [
      { first: 3, last: 4, at: soldAt },
      { first: 6, last: 9, at: soldAt },
    ];
    const { rows, problems } = account([rangeAt(1, 2), rangeAt(5, 1)], 10, [early, late], [early, late]);
    expect(problems).toEqual([]);
    expect(rows.map(({ first, last, state, orderCode }) => [first, last, state, orderCode !== null])).toEqual([
      [1, 2, "sold", true],
      [3, 4, "void", false],
      [5, 5, "sold", true],
      [6, 9, "void", false],
      [10, 10, "never-issued", false],
    ]);
  });

  it("counts as sold what was voided after the snapshot", () => {
    const [row] = account([rangeAt(1, 2, { voidedAt: soldAt })], null).rows;
    expect([row?.state, row?.voidedAt]).toEqual(["sold", null]);
  });
});

it("dates a sale by when its payment was sent, not when it was finalized", () => {
  const [paid, found] = account([rangeAt(1, 2), rangeAt(3, 1, { paidAt: null })], null).rows;
  expect([paid?.soldAt, found?.soldAt]).toEqual(["2026-11-20T13:00:00.000-05:00", "2026-11-20T13:00:10.000-05:00"]);
});

describe("createTotals", () => {
  const counted = { ...pool, sold: 5, salesCents: 1250 } as ReportPool;
  const orders = { orders: 2, amountCents: 1250, unlikeLines: [] };
  const two = [rangeAt(1, 2), rangeAt(3, 3)];

  it("add up if they agree with the counters and the orders", () => {
    const end = account(two, null).totals.close([counted], orders);
    expect(end.addsUp).toBe(true);
    expect(end.grand).toEqual({ orders: 2, soldTickets: 5, soldCents: 1250, voidTickets: 0, voidCents: 0 });
    expect(end.days).toEqual([{ day: "2026-11-20", channel: "web", method: "card", ...end.grand }]);
  });

  it.each([
    ["one ticket", { ...counted, sold: 6 }, orders, "tickets-differ"],
    ["one cent", { ...counted, salesCents: 1251 }, orders, "amount-differs"],
    ["one void number", { ...counted, sold: 4, void: 1 }, orders, "void-differs"],
    ["one number never issued", { ...counted, limit: 5, neverIssued: 1 }, orders, "never-issued-differs"],
    ["one order", counted, { ...orders, orders: 3 }, "orders-differ"],
    ["one cent of an order", counted, { ...orders, amountCents: 1249 }, "order-amounts-differ"],
  ])("don't add up if %s differs", (_what, counters, ofOrders, problem) => {
    const end = account(two, counters.limit).totals.close([counters], ofOrders);
    expect(end).toMatchObject({ addsUp: false, problemCount: 1, problems: [{ problem }] });
  });

  it("list a hundred problems and count all of them", () => {
    const broken = Array.from({ length: 150 }, (_none, index) => rangeAt(index + 1, 1, { attemptMethod: null }));
    const counters = { ...counted, sold: 150, salesCents: 150 * 250 };
    const end = account(broken, null).totals.close([counters], { ...orders, orders: 150, amountCents: 150 * 250 });
    expect([end.problems.length, end.problemCount, end.addsUp]).toEqual([100, 150, false]);
  });
});

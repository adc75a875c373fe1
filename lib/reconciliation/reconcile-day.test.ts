import { afterEach, beforeEach, describe, expect, it } from "vitest";

import { dayLines } from "@/scripts/parts/day-text";
import { refundOutcome, sellLines } from "@/tests/support/refund-core";
import { strayNumber } from "@/tests/support/sold-draw";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { captureOf } from "@/tests/support/test-gateway";

import { reconcileDay } from "./reconcile-day";
import type { DayClosed } from "./rules.day";
import { spanOfDay } from "./rules.day";

const hourMs = 60 * 60_000;
/** What the gateway's clock is ahead of ours. */
let aheadMs = 0;
let test: TestContext;

/** The gateway dates what it does by its own clock and lists by date, as Bambora does. */
function dateRows({ gateway, clock }: TestContext): void {
  const { charge, refund, listPayments } = gateway;
  const stamp = () => {
    for (const row of gateway.ledger) row.at ??= new Date(clock.now().getTime() + aheadMs);
  };
  gateway.charge = (...words) => charge(...words).finally(stamp);
  gateway.refund = (...words) => refund(...words).finally(stamp);
  gateway.listPayments = async (credentials, request) => {
    const list = await listPayments(credentials, request);
    if (list.kind !== "listed") return list;
    const isAsked = ({ at }: { at: Date | null }) => !at || (at >= request.from && at <= request.to);
    return { ...list, payments: list.payments.filter(isAsked) };
  };
}

beforeEach(async () => {
  aheadMs = 0;
  test = await openTestContext(new Date("2026-11-20T18:00:00Z"));
  dateRows(test);
});

afterEach(() => test.close());

async function close(day: string): Promise<DayClosed> {
  const closed = await reconcileDay(test.admin, day);
  if (!closed.ok) throw new Error(closed.reason);
  return closed;
}

function found({ differences }: DayClosed): [string, string][] {
  return differences.map(({ check, subject }) => [check, subject]);
}

describe("a day", () => {
  it("that agrees is summed up by draw, with refunds on the day they were made", async () => {
    const first = await sellLines(test, "first", [2, 3]);
    await sellLines(test, "second", [1]);
    await refundOutcome(test, first, [1]);
    test.clock.advance(24 * hourMs);
    await refundOutcome(test, first);
    const friday = await close("2026-11-20");
    expect(friday).toMatchObject({ isOver: true, differences: [], open: [] });
    expect(friday.draws).toEqual([
      { instanceId: "first", captures: 1, capturedCents: 5000, refunds: 1, refundedCents: 2000 },
      { instanceId: "second", captures: 1, capturedCents: 1000, refunds: 0, refundedCents: 0 },
    ]);
    const saturday = await close("2026-11-21");
    expect(saturday).toMatchObject({ isOver: false, differences: [], open: [] });
    expect(saturday.draws).toEqual([
      { instanceId: "first", captures: 0, capturedCents: 0, refunds: 1, refundedCents: 3000 },
    ]);
    expect(dayLines(friday).at(-1)).toBe("2026-11-20 agrees with the gateway.");
    expect(dayLines(friday).join("\n")).toMatch(/all +2 +\$60.00 +1 +\$20.00 +\$40.00/);
  });

  it("contains a payment around midnight once, whichever side of it each clock says", async () => {
    test.clock.advance(11 * hourMs - 1000);
    aheadMs = 2000;
    await sellLines(test, "midnight", [1]);
    test.clock.advance(24 * hourMs);
    const days = [await close("2026-11-20"), await close("2026-11-21")];
    expect(days.flatMap(found)).toEqual([]);
    expect(days.map(({ draws }) => draws.reduce((sum, draw) => sum + draw.captures, 0))).toEqual([0, 1]);
  });

  it("names what the gateway has and we don't, and the other way round", async () => {
    const [missing, other] = [await sellLines(test, "missing", [1]), await sellLines(test, "other", [1])];
    const back = await sellLines(test, "back", [2]);
    await refundOutcome(test, back);
    const { gateway } = test;
    gateway.ledger = gateway.ledger.filter(({ orderNumber }) => orderNumber !== missing.orderId);
    for (const row of gateway.ledger) if (row.orderNumber === other.orderId) row.amountCents = 1001;
    for (const row of gateway.ledger) if (row.orderNumber === back.orderId) row.voided = false;
    gateway.ledger = gateway.ledger.filter(({ kind }) => kind !== "void");
    gateway.adjustments.clear();
    gateway.ledger.push(captureOf({ orderNumber: strayNumber, amountCents: 700 }, { at: test.clock.now() }));
    test.clock.advance(24 * hourMs);
    const friday = await close("2026-11-20");
    expect(new Set(found(friday))).toEqual(
      new Set([
        ["capture-missing", missing.orderId],
        ["capture-amount", other.orderId],
        ["refund-missing", back.orderId],
        ["capture-unknown", strayNumber],
      ]),
    );
    expect(dayLines(friday).at(-1)).toBe("2026-11-20 doesn't agree with the gateway: 4 differences.");
    expect(found(await close("2026-11-21"))).toEqual([]);
  });

  it("isn't closed while one of its refunds is open", async () => {
    const order = await sellLines(test, "open", [1]);
    test.gateway.giveBack = async () => ({ kind: "unknown", code: null });
    await refundOutcome(test, order);
    test.clock.advance(24 * hourMs);
    const friday = await close("2026-11-20");
    expect(friday.open).toMatchObject([{ kind: "refund", number: `RF${order.orderId}01`, amountCents: 1000 }]);
    expect(dayLines(friday).at(-1)).toBe("2026-11-20 can't be closed yet: 1 still to be confirmed.");
  });

  it("isn't clean if the gateway can't be queried", async () => {
    await sellLines(test, "unreachable", [1]);
    test.gateway.listPayments = async () => ({ kind: "unreachable" });
    expect(found(await close("2026-11-20"))).toEqual([["gateway-unreachable", "300200578"]]);
  });

  it("is for admins, and must have begun", async () => {
    expect(await reconcileDay(test.ctx, "2026-11-20")).toMatchObject({ reason: "admin-key-wrong" });
    for (const day of ["", "2026-02-30", "2026-11-20T00:00:00Z", "20-11-2026", "2026-11-21"]) {
      expect(await reconcileDay(test.admin, day)).toMatchObject({
        reason: "invalid-input",
        fields: [{ field: "day" }],
      });
    }
  });
});

it.each([
  ["2026-11-20", "America/Vancouver", "2026-11-20T08:00:00.000Z", "2026-11-21T08:00:00.000Z"],
  ["2026-11-20", "America/St_Johns", "2026-11-20T03:30:00.000Z", "2026-11-21T03:30:00.000Z"],
  ["2026-11-01", "America/Halifax", "2026-11-01T03:00:00.000Z", "2026-11-02T04:00:00.000Z"],
  ["2026-02-31", "America/Toronto", undefined, undefined],
])("%s in %s lasts from %s to %s", (day, zone, from, to) => {
  const span = spanOfDay(day, zone);
  expect([span?.from.toISOString(), span?.to.toISOString()]).toEqual([from, to]);
});

it.each([
  ["2026-11-20", "2026-11-20T05:00:00.000Z", "2026-11-21T05:00:00.000Z"],
  ["2026-07-01", "2026-07-01T04:00:00.000Z", "2026-07-02T04:00:00.000Z"],
  ["2026-03-08", "2026-03-08T05:00:00.000Z", "2026-03-09T04:00:00.000Z"],
  ["2026-11-01", "2026-11-01T04:00:00.000Z", "2026-11-02T05:00:00.000Z"],
])("%s lasts from %s to %s", (day, from, to) => {
  const span = spanOfDay(day);
  expect([span?.from.toISOString(), span?.to.toISOString()]).toEqual([from, to]);
});

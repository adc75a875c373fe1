import { sql } from "drizzle-orm";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { hourMs } from "@/lib/durations";

import { getDaySpan } from "@/lib/local-time";
import { queryRows } from "@/lib/platform/db/database";
import { readMigrations } from "@/lib/platform/db/migration-files";
import { dayLines } from "@/scripts/order/day-text";
import { asTestDevice, openCashDraw, sellForCash } from "@/tests/support/core/cash";
import { refundOutcome, sellLines } from "@/tests/support/core/refunds";
import { unmatchedNumber } from "@/tests/support/core/sold-draw";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";

import { reconcileDay } from "./reconcile-day";
import type { DayClosed } from "./rules.day";

/** The gateway's clock is ahead of ours by this much. */
let aheadMs = 0;
let test: TestContext;

/** The gateway dates rows by its own clock and lists them by that date. */
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
    const same = <Sum extends object>(sum: Sum) => ({ ...sum, own: sum });
    expect(friday.draws).toEqual([
      { instanceId: "first", ...same({ captures: 1, capturedCents: 5000, refunds: 1, refundedCents: 2000 }) },
      { instanceId: "second", ...same({ captures: 1, capturedCents: 1000, refunds: 0, refundedCents: 0 }) },
    ]);
    const saturday = await close("2026-11-21");
    expect(saturday).toMatchObject({ isOver: false, differences: [], open: [] });
    expect(saturday.draws).toEqual([
      { instanceId: "first", ...same({ captures: 0, capturedCents: 0, refunds: 1, refundedCents: 3000 }) },
    ]);
    expect(dayLines(friday).at(-1)).toBe("2026-11-20 agrees with the gateway.");
    expect(dayLines(friday).join("\n")).toMatch(/all +2 +\$60.00 +1 +\$20.00 +\$40.00 +\$40.00/);
  });

  it("contains a payment around midnight once, whichever side of it each clock says", async () => {
    test.clock.advance(11 * hourMs - 1000);
    aheadMs = 2000;
    await sellLines(test, "midnight", [1]);
    test.clock.advance(24 * hourMs);
    const days = [await close("2026-11-20"), await close("2026-11-21")];
    expect(days.flatMap(found)).toEqual([]);
    expect(days.map(({ draws }) => draws.reduce((sum, draw) => sum + draw.captures, 0))).toEqual([0, 1]);
    // A row that the gateway dates on the next day is not missing on this one.
    expect(days.map(({ lacking }) => lacking.captures)).toEqual([0, 0]);
  });

  it("can't be closed while the report lacks payments and refunds that the gateway knows by their numbers", async () => {
    const [first, late] = [await sellLines(test, "reported", [1]), await sellLines(test, "late", [2, 3])];
    await refundOutcome(test, late, [1]);
    const { listPayments } = test.gateway;
    const hidden = (orderNumber: string) => orderNumber.includes(late.orderId);
    test.gateway.listPayments = async (credentials, request) => {
      const list = await listPayments(credentials, request);
      if (list.kind !== "listed" || request.orderNumber) return list;
      return { ...list, payments: list.payments.filter((row) => !hidden(row.orderNumber)) };
    };
    test.clock.advance(24 * hourMs);
    const friday = await close("2026-11-20");
    expect(friday.differences).toEqual([]);
    expect(friday.lacking).toEqual({ captures: 1, capturedCents: 5000, refunds: 1, refundedCents: 2000 });
    expect(friday.draws).toMatchObject([
      { instanceId: "late", captures: 0, own: { captures: 1, capturedCents: 5000, refundedCents: 2000 } },
      { instanceId: "reported", captures: 1, own: { captures: 1 } },
    ]);
    expect(dayLines(friday).at(-1)).toBe(
      "2026-11-20 can't be closed yet: 1 payment, $50.00, and 1 refund, $20.00, not in the report yet. " +
        "The gateway knows them.",
    );
    expect(first.orderId).not.toBe(late.orderId);
  });

  it("agrees although a person made its refund at the gateway the day before, under a number of the gateway's own", async () => {
    const order = await sellLines(test, "by-hand", [1]);
    const { gateway } = test;
    const payment = gateway.ledger.find(({ orderNumber }) => orderNumber === order.orderId);
    const transactionId = payment?.transactionId ?? "";
    await gateway.giveBack({ kind: "return", transactionId, amountCents: 1000, orderNumber: "HAND-1" });
    for (const row of gateway.ledger) row.at ??= test.clock.now();
    test.clock.advance(24 * hourMs);
    expect(await refundOutcome(test, order)).toBe("refunded");
    const saturday = await close("2026-11-21");
    expect(saturday).toMatchObject({
      differences: [],
      draws: [{ refunds: 0, own: { refunds: 1, refundedCents: 1000 } }],
    });
    expect(saturday.lacking).toMatchObject({ refunds: 0 });
  });

  it("has each row without a time once, on the day of our own time, and says that there are such rows", async () => {
    const order = await sellLines(test, "untimed", [1]);
    test.clock.advance(24 * hourMs);
    await sellLines(test, "next", [1]);
    test.clock.advance(24 * hourMs);
    for (const row of test.gateway.ledger) if (row.orderNumber === order.orderId) row.at = null;
    const days = [await close("2026-11-19"), await close("2026-11-20"), await close("2026-11-21")];
    expect(days.map(({ draws }) => draws.reduce((sum, draw) => sum + draw.capturedCents, 0))).toEqual([0, 1000, 1000]);
    expect(days.map(({ untimed }) => untimed)).toEqual([[], [{ instanceId: "untimed", rows: 1 }], []]);
    const [, friday] = days;
    const lines = friday ? dayLines(friday) : [];
    expect(lines).toContainEqual(expect.stringContaining("untimed: 1 row of the gateway's report without a time"));
    expect(lines.at(-1)).toBe("2026-11-20 doesn't agree with the gateway: 1 difference.");
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
    gateway.ledger.push(createCapture({ orderNumber: unmatchedNumber, amountCents: 700 }, { at: test.clock.now() }));
    test.clock.advance(24 * hourMs);
    const friday = await close("2026-11-20");
    expect(new Set(found(friday))).toEqual(
      new Set([
        ["capture-missing", missing.orderId],
        ["capture-amount", other.orderId],
        ["refund-missing", back.orderId],
        ["capture-unknown", unmatchedNumber],
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

/** Returns the days in a migrated database of the previous release. */
async function migrateCuts(): Promise<Map<string, string>> {
  const statement = readMigrations()
    .flatMap(({ statements }) => statements)
    .find((text) => /insert into "day_cuts"/i.test(text));
  await test.ctx.db.execute(sql.raw(statement ?? ""));
  const rows = await queryRows<Record<"zone" | "day", string> & Record<"begins" | "ends", Date>>(
    test.ctx.db,
    sql`select zone, day::text, begins_at as begins, ends_at as ends from day_cuts where zone <> 'America/Toronto'`,
  );
  const iso = (at: Date) => new Date(at).toISOString();
  return new Map(rows.map(({ zone, day, begins, ends }) => [`${zone} ${day}`, `${iso(begins)} ${iso(ends)}`]));
}

const takenIn = ({ cash }: DayClosed) => cash.map(({ takenCents }) => takenCents);

describe("a day of a zone that changed", () => {
  it("keeps the cut with which it was closed, and the next one begins where it ended", async () => {
    await openCashDraw(test, "rink", { timeZone: "America/Vancouver" });
    await test.ctx.db.execute(
      sql`insert into day_cuts values ('America/Vancouver', '2026-11-19', '2026-11-19T08:00:00Z', '2026-11-20T08:00:00Z'),
        ('America/Vancouver', '2026-11-20', '2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z')`,
    );
    // It is 00:30 by the current clock, and 23:30 by the clock at the previous day's close.
    test.clock.advance(13.5 * hourMs);
    await sellForCash(asTestDevice(test), "rink");
    test.clock.advance(48 * hourMs);
    const [friday, saturday] = [await close("2026-11-20"), await close("2026-11-21")];
    expect([takenIn(friday), takenIn(saturday)]).toEqual([[1000], []]);
    const kept = await queryRows<{ begins: Date; ends: Date }>(
      test.ctx.db,
      sql`select begins_at as begins, ends_at as ends from day_cuts
        where zone = 'America/Vancouver' and day = '2026-11-21'`,
    );
    const times = kept.map(({ begins, ends }) => [begins, ends].map((at) => new Date(at).toISOString()));
    expect(times).toEqual([["2026-11-21T08:00:00.000Z", "2026-11-22T07:00:00.000Z"]]);
  });

  it("moves no sale to another day after its close, whatever the zone data says then", async () => {
    await openCashDraw(test, "rink", { timeZone: "America/Vancouver" });
    test.clock.advance(13.5 * hourMs);
    await sellForCash(asTestDevice(test), "rink");
    test.clock.advance(48 * hourMs);
    expect(takenIn(await close("2026-11-21"))).toEqual([1000]);
    // From now on the zone behaves as if it had another rule.
    await test.ctx.db.execute(sql`update day_cuts set ends_at = '2026-11-21T08:00:00Z' where day = '2026-11-20'`);
    expect(takenIn(await close("2026-11-21"))).toEqual([1000]);
  });

  it("is kept for every day that was over when the database was migrated", async () => {
    for (const zone of ["America/Vancouver", "America/Yellowknife", "America/Winnipeg"])
      await openCashDraw(test, zone.slice(8).toLowerCase(), { timeZone: zone });
    const kept = await migrateCuts();
    const expected = new Map<string, string>();
    for (const [zone, rule] of [
      ["America/Vancouver", "America/Los_Angeles"],
      ["America/Yellowknife", "America/Denver"],
    ] as const) {
      for (let day = new Date("2026-11-01T12:00:00Z"); ; day = new Date(day.getTime() + 24 * hourMs)) {
        const text = day.toISOString().slice(0, 10);
        const span = getDaySpan(text, rule);
        if (span.to > new Date()) break;
        expected.set(`${zone} ${text}`, `${span.from.toISOString()} ${span.to.toISOString()}`);
      }
    }
    expect(kept).toEqual(expected);
  });
});

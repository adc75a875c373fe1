import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createPayment, place } from "@/tests/support/core/orders";
import type { ReportedSales } from "@/tests/support/core/report";
import {
  buy,
  copyOrder,
  inMain,
  makeVoid,
  report,
  runSql,
  sellReportedDraw,
  takeParts,
  undone,
} from "@/tests/support/core/report";
import { reportDraw } from "./report-draw";
import type { ReportRange } from "./rules";

const eightDaysMs = 8 * 24 * 60 * 60_000;

let sales: ReportedSales;

beforeAll(async () => {
  sales = await sellReportedDraw();
});

afterAll(() => sales.test.close());

async function onItsOwn(work: (sales: ReportedSales) => Promise<void>): Promise<void> {
  const own = await sellReportedDraw();
  await work(own).finally(() => own.test.close());
}

const brief = ({ poolId, first, last, state, orderCode, amountCents }: ReportRange) =>
  [poolId, first, last, state, orderCode, amountCents] as const;

describe("reportDraw", () => {
  it("accounts for every number of two pools, with held and expired orders", async () => {
    const { test, paid } = sales;
    const { head, rows, end } = await report(test);
    expect(rows.map(brief)).toEqual([
      ["main", 1, 10, "sold", paid.first.orderCode, 4000],
      ["main", 11, 11, "sold", paid.second.orderCode, 1000],
      ["main", 12, 16, "sold", paid.third.orderCode, 2000],
      ["main", 17, 100, "never-issued", null, null],
      ["quilt", 1, 6, "sold", paid.first.orderCode, 1500],
      ["quilt", 7, 8, "sold", paid.third.orderCode, 500],
    ]);
    expect(head.pools).toEqual([
      expect.objectContaining({ licence: "MAIN-1", limit: 100, sold: 16, void: 0, held: 4, neverIssued: 84 }),
      expect.objectContaining({ licence: "QUILT-2", limit: null, sold: 8, void: 0, held: 0, neverIssued: null }),
    ]);
    expect(head.pools.map(({ potCents, prizeCents }) => [potCents, prizeCents])).toEqual([
      [57_000, 28_500],
      [2000, null],
    ]);
    expect(end).toMatchObject({ addsUp: true, problems: [], grand: { orders: 3, soldTickets: 24, soldCents: 9000 } });
    expect(JSON.stringify({ head, rows, end })).not.toMatch(/Tremblay|marie@example|[0-9A-HJKMNP-TV-Z]{26}/);
  });

  it("lists the winners: number, prize, when and how they were drawn, and no name", () =>
    undone(sales.test, async (test) => {
      const winner = { poolId: "main", prizeType: "Grand Prize", number: 11, drawnAt: "2026-11-28T12:00:00Z" };
      const winners = JSON.stringify([{ ...winner, name: "Rosalie T." }]);
      await runSql(test, `update draws set definition = definition || '{"winners": ${winners}, "useRNG": false}'`);
      const { head } = await report(test);
      expect(head.winners).toEqual([
        { ...winner, drawnAt: "2026-11-28T08:30:00.000-03:30", prize: null, drawnBy: "hand", soldOnPaper: false },
      ]);
    }));

  it("is in the language in which the draw is kept", () =>
    undone(sales.test, async (test) => {
      const texts = JSON.stringify({ title: { en: "Gala", fr: "Soirée" }, locale: { useLocal: false, lang: "fr" } });
      await runSql(test, `update draws set definition = definition || '${texts}'`);
      expect((await report(test)).head.title).toBe("Soirée");
    }));

  it("counts a sale on the day it was in the draw's own time zone", async () => {
    const { rows, end } = await report(sales.test);
    expect(rows.slice(0, 2).map((row) => row.soldAt)).toEqual([
      "2026-11-20T23:59:00.000-03:30",
      "2026-11-21T00:01:00.000-03:30",
    ]);
    expect(end.days.map(({ day, method, orders, soldTickets }) => [day, method, orders, soldTickets])).toEqual([
      ["2026-11-20", "card", 1, 16],
      ["2026-11-21", "card", 2, 8],
    ]);
    expect(end.packages.map(({ poolId, packageId, soldCents }) => [poolId, packageId, soldCents])).toEqual([
      ["main", "five", 6000],
      ["main", "one", 1000],
      ["quilt", "pair", 2000],
    ]);
  });

  it("separates void numbers from sold ones, and their money", () =>
    undone(sales.test, async (test) => {
      const { first, second } = sales.paid;
      for (const order of [first, second]) await makeVoid(test, order);
      const { head, rows, end } = await report(test);
      expect(rows.map(({ state }) => state)).toEqual(["void", "void", "sold", "never-issued", "void", "sold"]);
      expect(rows[0]?.voidedAt).toBe("2026-11-21T08:30:00.000-03:30");
      expect(head.pools.map((pool) => [pool.sold, pool.void, pool.potCents])).toEqual([
        [5, 11, 52_000],
        [2, 6, 500],
      ]);
      expect(end.grand).toEqual({ orders: 3, soldTickets: 7, soldCents: 2500, voidTickets: 17, voidCents: 6500 });
      expect(end.addsUp).toBe(true);
    }));

  it("is final a minute after the close if no payment is open; the prize is estimated until then", () =>
    onItsOwn(async ({ test }) => {
      expect((await report(test)).head).toMatchObject({
        isFinal: false,
        openMatters: ["sales-not-ended"],
        salesOpen: true,
      });
      const approve = test.gateway.answer;
      test.gateway.answer = async () => ({ kind: "unknown", code: null });
      await payOrder(test.ctx, createPayment(await place(test, "reported")));
      test.gateway.answer = approve;
      test.clock.advance(eightDaysMs);
      const waiting = (await report(test)).head;
      expect(waiting).toMatchObject({ isFinal: false, openAttempts: 1, openMatters: ["payments-open"] });
      expect(waiting.pools.map((pool) => pool.isFinal)).toEqual([false, true]);
      await runSql(test, "update payment_attempts set state = 'declined' where state = 'unknown'");
      expect((await report(test)).head).toMatchObject({ isFinal: true, openMatters: [], timeState: "Ended" });
    }));

  it("shows one snapshot even if orders are finalized and voided while it is read", () =>
    onItsOwn(async ({ test, paid }) => {
      const reported = await reportDraw(test.admin, "reported");
      if (!reported.ok) throw new Error("There is no report.");
      await buy(test, [inMain("one", 3)]);
      await makeVoid(test, paid.first);
      const { end } = await takeParts(reported.records);
      expect(end).toMatchObject({ addsUp: true, grand: { soldTickets: 24, voidTickets: 0 } });
      expect((await report(test)).end).toMatchObject({ addsUp: true, grand: { soldTickets: 11, voidTickets: 16 } });
    }));

  it("reads a draw of several pages completely", () =>
    undone(sales.test, async (test) => {
      await copyOrder(test, sales.paid.second, 17, 2516);
      const { rows, end } = await report(test);
      expect(end.problems).toEqual([]);
      expect(rows.filter(({ poolId }) => poolId === "main").at(-1)?.last).toBe(2516);
      expect(end.grand).toMatchObject({ orders: 2503, soldTickets: 2524, soldCents: 2_509_000 });
    }));

  it("is for admins, and for existing draws only", async () => {
    const { test } = sales;
    expect(await reportDraw(test.ctx, "reported")).toEqual({ ok: false, reason: "admin-key-wrong" });
    expect(await reportDraw(test.admin, "nowhere")).toEqual({ ok: false, reason: "draw-not-found" });
    expect(await reportDraw(test.admin, "'; --")).toEqual({ ok: false, reason: "draw-not-found" });
  });
});

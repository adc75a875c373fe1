import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { hourMs, minuteMs } from "@/lib/durations";
import type { OrderView } from "@/lib/orders/rules";
import { requestRefund } from "@/lib/refunds/request-refund";
import { renewDevice } from "@/lib/terminal/device/renew-device";
import { expectLogs } from "@/tests/support/core/attempts";
import { asTestDevice, openCashDraw, placeAtDevice, sellForCash } from "@/tests/support/core/cash";
import { overlapTransactions } from "@/tests/support/core/hold-commit";
import { asDevice, createInput, issueTestDevice, registerTestDevice } from "@/tests/support/core/issued-device";
import { createBasket, pay, sell } from "@/tests/support/core/orders";
import { listOrderRefunds } from "@/tests/support/core/refunds";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { injectedClockOnly, setDatabaseClock } from "@/tests/support/databases/database-clock";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { viewOrder } from "./view-order";

const test = await openTestContext();
const gate = asTestDevice(test);

beforeEach(() => {
  expectLogs();
  vi.spyOn(console, "warn").mockImplementation(() => undefined);
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

async function refundBy(ctx: Context, order: OrderView): Promise<string> {
  const answer = await requestRefund(ctx, order, {});
  return answer.ok ? "refunded" : answer.reason;
}

async function offeredTo(ctx: Context, order: OrderView) {
  const viewed = await viewOrder(ctx, order);
  if (!viewed.ok) throw new Error(viewed.reason);
  return { isOffered: viewed.order.actions.includes("refund"), why: viewed.order.noRefund };
}

const offered = { isOffered: true, why: null };

async function sellMany(device: Context, draw: string, count: number): Promise<OrderView[]> {
  const orders: OrderView[] = [];
  for (let index = 0; index < count; index++) orders.push(await sellForCash(device, draw));
  return orders;
}

describe("a tablet refunds", () => {
  it("only what was placed at it, by cash and by card, and none of another tablet or of the web", async () => {
    const draw = await openCashDraw(test, "placed-here");
    const cash = await sellForCash(gate, draw);
    const card = await placeAtDevice(gate, draw, { buyer: createBasket(draw).buyer });
    await pay(test.ctx, card);
    const foreign = [await sellForCash(asTestDevice(test, { deviceId: "gate-2" }), draw), await sell(test, draw)];
    for (const order of foreign) {
      expect(await offeredTo(gate, order)).toEqual({ isOffered: false, why: "refund-placed-elsewhere" });
      expect(await refundBy(gate, order)).toBe("refund-placed-elsewhere");
      expect(await listOrderRefunds(test, order)).toEqual([]);
      expect(await refundBy(test.admin, order)).toBe("refunded");
    }
    for (const order of [cash, card]) {
      expect(await offeredTo(gate, order)).toEqual(offered);
      expect(await refundBy(gate, order)).toBe("refunded");
      expect(await offeredTo(gate, order)).toEqual({ isOffered: false, why: null });
    }
  });

  it("also what it sold before its link was renewed", async () => {
    const issued = await issueTestDevice(test);
    const before = await asDevice(test, await registerTestDevice(test, issued));
    const order = await sellForCash(before, await openCashDraw(test, "renewed"));
    const renewed = await renewDevice(test.admin, issued.device.deviceId);
    if (!renewed.ok) throw new Error(renewed.reason);
    const after = await asDevice(test, await registerTestDevice(test, renewed));
    expect(createInput(renewed).deviceId).toBe(createInput(issued).deviceId);
    expect(await refundBy(after, order)).toBe("refunded");
  });

  it("for 30 minutes by the database's clock, whatever a machine that slept believes", async () => {
    const draw = await openCashDraw(test, "half-an-hour");
    const [order, late] = [await sellForCash(gate, draw), await sellForCash(gate, draw)];
    const setClock = (statement: string) => test.ctx.db.execute(sql.raw(statement));
    const inMinutes = (minutes: number) => new Date(test.clock.now().getTime() + minutes * minuteMs).toISOString();
    await setClock(setDatabaseClock(inMinutes(30)));
    expect(await refundBy(gate, order)).toBe("refund-too-late");
    await setClock(injectedClockOnly);
    expect(await refundBy(gate, order)).toBe("refunded");
    test.clock.advance(30 * minuteMs);
    expect(await offeredTo(gate, late)).toEqual({ isOffered: false, why: "refund-too-late" });
    expect(await refundBy(gate, late)).toBe("refund-too-late");
    expect(await refundBy(test.admin, late)).toBe("refunded");
  });

  it("nothing of a draw that has a winner, whichever order won", async () => {
    const draw = await openCashDraw(test, "has-winner");
    const [winner, other] = [await sellForCash(gate, draw), await sellForCash(gate, draw)];
    const number = winner.numbers[0]?.first;
    const winners = [{ poolId: "main", prizeType: "Early Bird", number, drawnAt: test.clock.now().toISOString() }];
    const terminal = { allowAnonymousCash: true, allowRefund: true };
    const drawn = { id: draw, urlSlug: draw, terminal, winners };
    expect(await importDraw(test.admin, drawAt(test.clock.now(), drawn))).toMatchObject({ ok: true });
    expect(await offeredTo(gate, other)).toEqual({ isOffered: false, why: "refund-after-winner" });
    expect(await refundBy(gate, other)).toBe("refund-after-winner");
    expect(await refundBy(test.admin, other)).toBe("refunded");
  });
});

describe("a tablet's hourly limit", () => {
  it("is ten, in all draws of its parent together: of eleven at once, ten are refunded, and another tablet goes on", async () => {
    const busy = asTestDevice(test, { deviceId: "busy" });
    const [one, two] = [await openCashDraw(test, "busy-one"), await openCashDraw(test, "busy-two")];
    const orders = [...(await sellMany(busy, one, 6)), ...(await sellMany(busy, two, 5))];
    const said = await Promise.all(orders.map((order) => refundBy(busy, order)));
    expect(said.filter((word) => word === "refunded")).toHaveLength(10);
    expect(said.filter((word) => word === "refund-limit")).toHaveLength(1);
    expect(console.warn).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('"deviceId":"busy"'));
    const kept = orders[said.indexOf("refund-limit")] as OrderView;
    expect(await listOrderRefunds(test, kept)).toEqual([]);
    const other = asTestDevice(test, { deviceId: "calm" });
    expect(await refundBy(other, await sellForCash(other, one))).toBe("refunded");
    expect(await refundBy(test.admin, kept)).toBe("refunded");
    test.clock.advance(hourMs - 1);
    const last = await sellForCash(busy, one);
    expect(await refundBy(busy, last)).toBe("refund-limit");
    test.clock.advance(1);
    expect(await refundBy(busy, last)).toBe("refunded");
  });

  it("doesn't count refunds that returned nothing, nor those that an admin made from its drawer", async () => {
    const device = asTestDevice(test, { deviceId: "refused" });
    const draw = await openCashDraw(test, "nothing-back");
    const card = await placeAtDevice(device, draw, { buyer: createBasket(draw).buyer });
    await pay(test.ctx, card);
    const { refund } = test.gateway;
    test.gateway.refund = async () => ({ kind: "refused", reason: "refund-refused", code: "1" });
    for (let index = 0; index < 3; index++) expect(await refundBy(device, card)).toBe("refund-refused");
    test.gateway.refund = refund;
    for (const order of await sellMany(device, draw, 3)) expect(await refundBy(test.admin, order)).toBe("refunded");
    for (const order of await sellMany(device, draw, 10)) expect(await refundBy(device, order)).toBe("refunded");
    expect(await refundBy(device, card)).toBe("refund-limit");
  });

  // Calls on a single connection never race.
  it.runIf(test.databaseUrl)(
    "holds while a refund isn't committed; without its lock, an eleventh is made",
    async () => {
      const last = async (name: string, weaken: (ctx: Context) => Context) => {
        const device = asTestDevice(test, { deviceId: name });
        const orders = await sellMany(device, await openCashDraw(test, name), 11);
        const [tenth, eleventh] = orders.splice(9) as [OrderView, OrderView];
        for (const order of orders) expect(await refundBy(device, order)).toBe("refunded");
        return overlapTransactions(
          weaken(device),
          (ctx) => refundBy(ctx, tenth),
          (ctx) => refundBy(ctx, eleventh),
        );
      };
      const lock = "pg_advisory_xact_lock(hashtext('device-refunds'), hashtext(";
      expect(await last("locked", (ctx) => ctx)).toEqual(["refunded", "refund-limit"]);
      const unlocked = (ctx: Context) => withoutGuard(ctx, lock, "concat(0, hashtext(").ctx;
      expect(await last("unlocked", unlocked)).toEqual(["refunded", "refunded"]);
    },
  );
});

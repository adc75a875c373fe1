import { describe, expect, it, vi } from "vitest";
import type { ListedPayment, ListRequest } from "@/lib/gateways/payment/port";
import type { OrderView } from "@/lib/orders/rules";
import {
  expectLogs,
  hideCaptures,
  listAttempts,
  payUnanswered,
  readStatus,
  reconcileAfter,
} from "@/tests/support/core/attempts";
import { openDraw, place } from "@/tests/support/core/orders";
import { repeatTry } from "@/tests/support/core/payers";
import { openLookupDraws } from "@/tests/support/core/payment-lookups";
import type { TestContext } from "@/tests/support/core/test-context";
import { createCapture } from "@/tests/support/core/test-gateway";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { withAndWithout } from "@/tests/support/sabotage/with-and-without";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { matchPayments } from "./match-payments";
import { reconcilePayments } from "./reconcile-payments";
import { matchLimits } from "./rules";

const second = 1000;
const minute = 60 * second;

const { test, logged } = await openLookupDraws();
test.ctx.wait = async () => undefined;

async function loseAnswers(on: TestContext, drawId: string, { captured, lost }: { captured: number; lost: number }) {
  await openDraw(on, drawId);
  const orders: OrderView[] = [];
  for (let index = 0; index < captured + lost; index += 1) orders.push(await place(on, drawId));
  for (const [at, order] of orders.entries()) await payUnanswered(on, order, at < captured ? {} : null);
  on.clock.advance(2 * second);
  return { paid: orders.slice(0, captured), lost: orders.slice(captured) };
}

/** Counts requests to the gateway, and lets `change` edit the pages that it answers with. */
function watchReports(on: TestContext, change: (page: ListedPayment[], all: ListedPayment[]) => ListedPayment[]) {
  const { listPayments } = on.gateway;
  const counts = { pages: 0, numbers: 0 };
  on.gateway.listPayments = async (credentials, request: ListRequest) => {
    const list = await listPayments(credentials, request);
    counts[request.orderNumber ? "numbers" : "pages"] += 1;
    if (request.orderNumber || list.kind !== "listed") return list;
    return { ...list, payments: change(list.payments, on.gateway.ledger) };
  };
  return counts;
}

const readStatuses = (orders: OrderView[]) => Promise.all(orders.map((order) => readStatus(test, order)));

async function listMissed(orders: OrderView[]): Promise<boolean[]> {
  const attempts = await Promise.all(orders.map((order) => listAttempts(test, order)));
  return attempts.map(([attempt]) => attempt?.missed_at !== null);
}

async function matchFor(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += minute) {
    test.clock.advance(minute);
    await matchPayments(test.ctx, 1);
  }
}

describe("many payments with an unknown outcome", () => {
  it("are matched by pages of the report, and only those that a page shows are looked up", async () => {
    const { paid, lost } = await loseAnswers(test, "matched", { captured: 4, lost: 3 });
    const reportRequests = watchReports(test, (page) => page);
    expect(await matchPayments(test.ctx, 5)).toBe(1);
    expect(reportRequests).toEqual({ pages: 3, numbers: 0 });
    expect(await reconcileAfter(test, 0)).toBe(4);
    expect(reportRequests.numbers).toBe(4 * 2);
    expect(new Set(await readStatuses(paid))).toEqual(new Set(["finalized"]));
    expect(new Set(await readStatuses(lost))).toEqual(new Set(["unknown"]));
    expect(await listMissed(lost)).toEqual([true, true, true]);
  });

  it("are released by a lookup of each one's own number, after 15 minutes", async () => {
    const { lost } = await loseAnswers(test, "not-freed", { captured: 0, lost: 3 });
    const reportRequests = watchReports(test, (page) => page);
    await matchFor(30 * minute);
    expect(reportRequests.numbers).toBe(0);
    expect(new Set(await readStatuses(lost))).toEqual(new Set(["unknown"]));
    expect(await reconcileAfter(test, 0)).toBe(3);
    expect(new Set(await readStatuses(lost))).toEqual(new Set(["expired"]));
    expect(reportRequests.numbers).toBe(3);
  });

  it("are looked up one by one while there are few, and left to the pages if there are many", async () => {
    await loseAnswers(test, "few", { captured: 0, lost: 1 });
    const reportRequests = watchReports(test, (page) => page);
    expect(await matchPayments(test.ctx)).toBe(0);
    await repeatTry(test, matchLimits.minAttempts - 1, "others");
    expect(await reconcilePayments(test.ctx)).toBe(0);
    expect(await matchPayments(test.ctx)).toBe(1);
    expect(reportRequests).toEqual({ pages: 1, numbers: 0 });
  });
});

describe("pages of the report", () => {
  it.each<[string, (page: ListedPayment[], all: ListedPayment[]) => ListedPayment[]]>([
    ["that come twice", (page) => [...page, ...page]],
    ["out of order", (page, all) => all.filter((row) => !page.includes(row)).toReversed()],
    ["that are torn", (page) => page.slice(0, 1)],
    ["that leave payments out", () => []],
  ])("%s cost nobody their paid tickets, and give nobody numbers", async (name, change) => {
    const drawId = `page-${name.length}`;
    const { paid, lost } = await loseAnswers(test, drawId, { captured: 4, lost: 2 });
    const foreign = lost.map((order) => createCapture({ orderNumber: order.orderId, amountCents: 1000 }));
    watchReports(test, (page, all) => [...change(page, all), ...foreign]);
    for (let passed = 0; passed < 20; passed += 1) {
      await matchPayments(test.ctx, 1);
      await reconcileAfter(test, minute);
    }
    expect(new Set(await readStatuses(paid))).toEqual(new Set(["finalized"]));
    expect(new Set(await readStatuses(lost))).toEqual(new Set(["expired"]));
  });

  it("that omit payments do cost tickets if the lookup by number omits them too", async () => {
    const { paid } = await loseAnswers(test, "blind", { captured: 2, lost: 0 });
    for (const order of paid) hideCaptures(test, order);
    await matchFor(15 * minute);
    await reconcileAfter(test, 0);
    expect(new Set(await readStatuses(paid))).toEqual(new Set(["expired"]));
  });

  it("that are truncated count as no lookup, except for what they showed", async () => {
    const { paid, lost } = await loseAnswers(test, "broken-off", { captured: 4, lost: 2 });
    const { listPayments } = test.gateway;
    test.gateway.listPayments = async (credentials, request) =>
      request.cursor && !request.orderNumber ? { kind: "unreachable" } : listPayments(credentials, request);
    expect(await matchPayments(test.ctx, 1)).toBe(1);
    expect(logged.join()).toContain("no-answer");
    expect(await listMissed(lost)).toEqual([false, false]);
    expect(await reconcileAfter(test, 0)).toBe(3);
    expect((await readStatuses(paid)).filter((status) => status === "finalized")).toHaveLength(3);
  });
});

function holdPage(on: TestContext): { reportRequests: Promise<void>; go: () => void } {
  const { listPayments } = on.gateway;
  let [go, tell] = [() => {}, () => {}];
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  const reportRequests = new Promise<void>((resolve) => {
    tell = resolve;
  });
  on.gateway.listPayments = async (credentials, request) => {
    on.gateway.listPayments = listPayments;
    tell();
    await held;
    return listPayments(credentials, request);
  };
  return { reportRequests: reportRequests, go };
}

describe("two processes", () => {
  it("match each payment once; without the lease both do", async () => {
    const count = async (on: TestContext) => {
      expectLogs();
      const { lost } = await loseAnswers(on, "shared", { captured: 0, lost: 3 });
      const page = holdPage(on);
      const first = matchPayments(on.ctx, 1);
      await page.reportRequests;
      await matchPayments(on.ctx, 1);
      page.go();
      await first;
      const [attempt] = lost[0] ? await listAttempts(on, lost[0]) : [];
      return (attempt?.asks ?? 0) > 1;
    };
    expect(await withAndWithout(sabotage.lookupLease, count)).toEqual({ guarded: false, unguarded: true });
  });

  it("leave a dead one's payments until its lease ends", async () => {
    const { paid } = await loseAnswers(test, "died", { captured: 3, lost: 0 });
    const page = holdPage(test);
    void matchPayments(test.ctx, 1);
    await page.reportRequests;
    test.clock.advance(70 * second);
    expect(await matchPayments(test.ctx, 1)).toBe(0);
    test.clock.advance(5 * second);
    expect(await matchPayments(test.ctx, 1)).toBe(1);
    await reconcilePayments(test.ctx);
    expect(new Set(await readStatuses(paid))).toEqual(new Set(["finalized"]));
  });

  /** Checks if a slow reading makes a payment due that another process is already looking up. */
  async function isLookedUpTwice(drawId: string, late: TestContext["ctx"]): Promise<boolean> {
    await loseAnswers(test, drawId, { captured: 1, lost: 0 });
    const page = holdPage(test);
    const overtaken = matchPayments(late, 1);
    await page.reportRequests;
    test.clock.advance(76 * second);
    await matchPayments(test.ctx, 1);
    const look = holdPage(test);
    const asking = reconcilePayments(test.ctx);
    await look.reportRequests;
    page.go();
    await overtaken;
    const again = await reconcilePayments(test.ctx);
    look.go();
    await asking;
    return again > 0;
  }

  it("a reading that was overtaken changes nothing; without the count of claims, a payment is looked up twice", async () => {
    expect(await isLookedUpTwice("overtaken", test.ctx)).toBe(false);
    const weak = withoutGuard(test.ctx, "a.asks = m.asks");
    expect(await isLookedUpTwice("overtaken-unguarded", weak.ctx)).toBe(true);
    expect(weak.found()).toBeGreaterThan(0);
  });
});

it("a merchant account whose passcode can't read the report is reported, and no payment is missed", async () => {
  const { lost } = await loseAnswers(test, "refused", { captured: 0, lost: 2 });
  test.gateway.listPayments = vi.fn(async () => ({ kind: "not-authorized" as const }));
  expect(await matchPayments(test.ctx, 1)).toBe(1);
  expect(logged.join()).toContain("passcode-refused");
  expect(await listMissed(lost)).toEqual([false, false]);
});

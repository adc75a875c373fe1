import { markSales } from "@/lib/activity/store";
import { viewDraw } from "@/lib/activity/view-draw";
import { viewLive } from "@/lib/activity/view-live";
import { systemActor } from "@/lib/audit/rules";
import { sealEntries } from "@/lib/audit/seal-entries";
import { listOrders as listConsoleOrders } from "@/lib/console/orders/list-orders";
import { isAttentionState, orderStates } from "@/lib/console/orders/rules";
import { searchOrders } from "@/lib/console/orders/search-orders";
import { viewOrder } from "@/lib/console/orders/view-order";
import type { Context } from "@/lib/context";
import { minuteMs } from "@/lib/durations";
import { listHistory } from "@/lib/history/list-history";
import { findOrderKey } from "@/lib/orders/find-order-key";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { expireOrders } from "@/lib/orders/holds/expire-orders";
import { extendOrder } from "@/lib/orders/holds/extend-order";
import { readOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import type { Buyer } from "@/lib/orders/schema";
import { findPendingPayment } from "@/lib/payments/pay/find-pending-payment";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { matchPayments } from "@/lib/payments/reconcile/match-payments";
import { reconcilePayments } from "@/lib/payments/reconcile/reconcile-payments";
import { toGrants } from "@/lib/people/rules.roles";
import type { Pools } from "@/lib/platform/db/database";
import { eraseOrders } from "@/lib/privacy/store";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { reconcileRefunds } from "@/lib/refunds/reconcile-refunds";
import { requestRefund } from "@/lib/refunds/request-refund";
import { sendRefunds } from "@/lib/refunds/send-refund";
import { listOrders } from "@/lib/terminal/orders/list-orders";
import { listSummaries } from "@/lib/terminal/summary/list-summaries";
import { viewSummary } from "@/lib/terminal/summary/view-summary";
import { freshIpAddress } from "@/tests/support/calls/buyer";
import { payUnanswered } from "./attempts";
import { sellForCash } from "./cash";
import { createPayment, freshKey, getOutcome } from "./orders";
import { placeBy } from "./terminal";
import type { TestContext } from "./test-context";
import { asCaller } from "./test-context";

export type HotPaths = Record<string, () => Promise<unknown>>;

export function createHotPaths(given: TestContext, pools: Pools, device: Context, drawId: string): HotPaths {
  const stage = createStage(given, pools, device, drawId);
  return { ...paymentPaths(stage), ...orderPaths(stage), ...maintenancePaths(stage), ...refundPaths(stage) };
}

function expectOutcome(outcome: string, expected: string): void {
  if (outcome !== expected) throw new Error(`${outcome} instead of ${expected}`);
}

async function expectOk<Answer extends { ok: boolean }>(answering: Promise<Answer>): Promise<Answer> {
  const answer = await answering;
  if (!answer.ok) throw new Error(JSON.stringify(answer));
  return answer;
}

function buying(test: TestContext, drawId: string) {
  const reserve = () => {
    const own = freshKey();
    const phone = `416${own.slice(-7)}`;
    const buyer: Buyer = { name: "Marie Tremblay", email: `${own}@example.test`, phone, province: "ON" };
    return placeBy(asCaller(test.ctx, freshIpAddress()), drawId, { buyer });
  };
  const pay = async (order: OrderView) =>
    getOutcome(await payOrder(asCaller(test.ctx, freshIpAddress()), createPayment(order)));
  const buy = async () => {
    const order = await reserve();
    expectOutcome(await pay(order), "paid");
    return order;
  };
  const payInVain = async () => {
    const order = await reserve();
    const { answer } = test.gateway;
    test.gateway.answer = async () => ({ kind: "refused", reason: "declined", code: "7", transactionId: null });
    expectOutcome(await pay(order), "declined");
    test.gateway.answer = answer;
    test.clock.advance(minuteMs);
    await expectOk(extendOrder(test.ctx, order));
    await expectOk(cancelOrder(test.ctx, order));
  };
  return { reserve, buy, payInVain };
}

function createStage(given: TestContext, pools: Pools, device: Context, drawId: string) {
  const { clock, gateway } = given;
  const test = { ...given, ctx: { ...given.ctx, db: pools.sales } };
  const admin = { ...given.admin, db: pools.sales };
  const [reader, readingDevice] = [given.ctx, device].map((ctx) => ({ ...ctx, db: pools.reads })) as [Context, Context];
  const worker = { ...given.ctx, db: pools.jobs };
  const [manager, auditor] = (["Order Manager", "auditor"] as const).map((role): Context => {
    const grants = toGrants([{ role, scope: { kind: "parent", parentId: "test-parent" } }]);
    return { ...reader, actor: { kind: "admin", grants } };
  }) as [Context, Context];
  const { reserve, buy, payInVain } = buying(test, drawId);
  const expectStatus = async (order: OrderView, status: string) => {
    const read = await expectOk(readOrder(reader, order));
    expectOutcome(read.ok ? read.order.status : "", status);
  };
  const list = (input: object) => expectOk(listOrders(readingDevice, { instanceId: drawId, ...input }));
  const contexts = { test, admin, reader, readingDevice, worker, manager, auditor };
  return { ...contexts, reserve, buy, payInVain, expectStatus, list, clock, gateway, device, pools, drawId };
}

type Stage = ReturnType<typeof createStage>;

function paymentPaths({ test, reader, worker, reserve, buy, payInVain, expectStatus, clock, drawId }: Stage): HotPaths {
  return {
    "a reservation": reserve,
    "a purchase": buy,
    "a declined card, a longer hold and its end": payInVain,
    "a payment that is asked for": async () => {
      const order = await reserve();
      expectOutcome(await payUnanswered(test, order), "payment-unknown");
      clock.advance(6 * minuteMs);
      await reconcilePayments(worker);
      await expectStatus(order, "finalized");
    },
    "a payment that its browser asks for": async () => {
      const browser = asCaller(test.ctx, freshIpAddress(), freshKey());
      const order = await placeBy(browser, drawId);
      expectOutcome(await payUnanswered({ ...test, ctx: browser }, order), "payment-unknown");
      const found = await findPendingPayment({ ...reader, actor: browser.actor }, drawId);
      expectOutcome(found.payment?.orderId ?? "", order.orderId);
      clock.advance(6 * minuteMs);
      await reconcilePayments(worker);
    },
    "payments that the report shows": async () => {
      const order = await reserve();
      expectOutcome(await payUnanswered(test, order), "payment-unknown");
      clock.advance(minuteMs);
      await matchPayments(worker, 1);
      await reconcilePayments(worker);
      await expectStatus(order, "finalized");
    },
  };
}

function orderPaths({
  worker,
  manager,
  reserve,
  buy,
  expectStatus,
  list,
  clock,
  device,
  pools,
  drawId,
}: Stage): HotPaths {
  return {
    "a sale for cash": () => sellForCash({ ...device, db: pools.sales }, drawId),
    "holds that end": async () => {
      const order = await reserve();
      clock.advance(16 * minuteMs);
      await expireOrders(worker);
      await expectStatus(order, "expired");
    },
    "an order that is looked at": async () => expectStatus(await reserve(), "reserved"),
    "the lists of a tablet": async () => {
      for (const input of [{ status: "recent" }, { status: "unfinalized" }]) await list(input);
    },
    "searches of a tablet": async () => {
      const order = await reserve();
      for (const q of [order.orderCode, "nobody@example.test", "416 555 0199"]) await list({ q });
    },
    "searches of the console": async () => {
      const { orderCode } = await buy();
      const day = clock.now().toISOString().slice(0, 10);
      const [draw, ofCard] = [{ instanceId: drawId }, { instanceId: drawId, lastFour: "0000", day }];
      for (const q of [orderCode, "nobody@example.test", "416 555 0199", "#1", "nobody of ours"]) {
        await expectOk(searchOrders(manager, { ...draw, q }));
      }
      await expectOk(searchOrders(manager, ofCard));
      // Lists of what needs attention may read two thousand orders (lib/console/orders/rows-read.test.ts).
      const states = orderStates.filter((state) => !isAttentionState(state));
      for (const state of states) await expectOk(listConsoleOrders(manager, { ...draw, state }));
      await expectOk(viewOrder(manager, await findOrderKey(manager, { ...draw, orderId: orderCode })));
    },
  };
}

function maintenancePaths({ admin, reader, readingDevice, worker, auditor, buy, clock, drawId }: Stage): HotPaths {
  return {
    "the history of the console": async () => {
      const queries: Record<string, string>[] = [{}, { chain: drawId }, { kind: "tablets" }, { who: "person:nobody" }];
      for (const query of queries) await expectOk(listHistory(auditor, query));
    },
    "a buyer who is erased": async () => {
      const { orderId } = await buy();
      const erased = await admin.db.transaction((tx) =>
        eraseOrders(tx, { drawId, orderIds: [orderId], now: clock.now(), actor: systemActor }),
      );
      expectOutcome(erased.join(), orderId);
    },
    "the sums of a tablet": async () => {
      await expectOk(listSummaries(readingDevice));
      await expectOk(viewSummary(readingDevice, drawId));
    },
    "the live state and the page": async () => {
      clock.advance(minuteMs);
      await expectOk(viewLive(reader, drawId));
      await expectOk(viewDraw(reader, drawId));
      await markSales(worker.db, clock.now());
    },
  };
}

function refundPaths({ admin, worker, reserve, buy, expectStatus, clock, gateway }: Stage): HotPaths {
  return {
    "a refund": async () => {
      const order = await buy();
      await expectOk(requestRefund(admin, order, {}));
      await expectStatus(order, "refunded");
    },
    "a refund that is asked for": async () => {
      const order = await buy();
      const { giveBack } = gateway;
      gateway.giveBack = async (request) => {
        await giveBack(request);
        return { kind: "unknown", code: null };
      };
      await expectOk(requestRefund(admin, order, {}));
      gateway.giveBack = giveBack;
      clock.advance(6 * minuteMs);
      await sendRefunds(worker);
      await reconcileRefunds(worker);
      await expectStatus(order, "refunded");
    },
    mail: async () => {
      await buy();
      if ((await deliverMail(worker)) === 0) throw new Error("No mail was sent.");
    },
    "the audit log's seals": async () => {
      await reserve();
      clock.advance(minuteMs);
      if ((await sealEntries(worker)) === 0) throw new Error("Nothing was sealed.");
    },
  };
}

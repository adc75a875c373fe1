import { setTimeout as wait } from "node:timers/promises";

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { OrderView } from "@/lib/orders/rules";
import type { ApplePayment } from "@/tests/support/calls/apple-pay";
import { payByWallet, placeByWallet, walletToken } from "@/tests/support/calls/apple-pay";
import { adminCall, cards, createBuyer, importDraw, ledger, tokenFor } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import { isFullRun } from "@/tests/support/runner/which-tests";
import { sabotage } from "@/tests/support/sabotage/sabotage";
import { startServerWithout } from "@/tests/support/sabotage/sabotaged-server";
import {
  allTransactions,
  armFault,
  listCaptures,
  setBankTime,
  trustTestWallet,
} from "@/tests/support/sandbox/sandbox-control";
import { signByStranger } from "@/tests/support/sandbox/wallet";
import type { Server } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
  await trustTestWallet(server.sandboxUrl);
});

afterAll(() => server.stop());

const buyer = () => createBuyer(server);

async function place(overrides: Record<string, unknown> = {}): Promise<OrderView> {
  const draw = drawWith(overrides);
  await importDraw(server, draw);
  return placeByWallet(buyer(), draw.id);
}

async function read(order: OrderView): Promise<OrderView> {
  return (await buyer().readOrder(order)).body.order;
}

async function violationsOf({ instanceId }: OrderView): Promise<unknown[]> {
  const path = `/api/admin/invariants?instanceId=${instanceId}`;
  return (await adminCall<InvariantReport>(server, "GET", path)).body.violations;
}

async function waitForStatus(order: OrderView, status: string): Promise<OrderView> {
  await expect.poll(async () => (await read(order)).status, { timeout: 60_000, interval: 250 }).toBe(status);
  return read(order);
}

describe("a payment by Apple Pay", () => {
  it("turns an order without a buyer into numbers, for the buyer in the sheet", async () => {
    const order = await place();
    expect(order.buyer).toBeNull();
    const paid = await payByWallet(buyer(), order);
    expect(paid).toMatchObject({
      status: 200,
      body: {
        success: true,
        transaction: { order_number: `AP${order.orderId}` },
        order: {
          status: "finalized",
          numbers: [{ first: 1, last: 3 }],
          buyer: { name: "Noé Gagnon", maskedEmail: "n•••@example.test" },
          card: { type: "VI", wallet: "apple-pay" },
        },
      },
    });
    const { transactions, totals } = await ledger(server.sandboxUrl, `AP${order.orderId}`);
    expect(totals.capturedCents).toBe(500);
    expect(transactions).toMatchObject([
      { entryMethod: "A", billing: { email_address: "noe@example.test", phone_number: "16135550199", province: "ON" } },
    ]);
    expect(await violationsOf(order)).toEqual([]);
  });

  it("is distinguished from a card in the regulator's report", async () => {
    const order = await place();
    await payByWallet(buyer(), order);
    const report = await fetch(`${server.url}/api/admin/draws/${order.instanceId}/report`, {
      headers: { authorization: `Bearer ${server.adminKey}` },
    });
    expect(await report.text()).toContain('"method":"apple-pay"');
  });

  it("that is declined leaves the order open to a new authorization, and to a card", async () => {
    const order = await place();
    const declined = walletToken({ card: cards.declined, amountCents: 500 });
    expect(await payByWallet(buyer(), order, { token: declined })).toMatchObject({
      status: 402,
      body: { reason: "declined" },
    });
    expect((await payByWallet(buyer(), order, { token: declined })).status).toBe(402);
    expect(
      (await allTransactions(server.sandboxUrl)).filter((row) => row.orderNumber.includes(order.orderId)),
    ).toHaveLength(1);
    const again = await payByWallet(buyer(), order, { token: walletToken({ card: cards.declined, amountCents: 500 }) });
    expect(again.status).toBe(402);
    expect(await buyer().pay(order, await tokenFor(server.sandboxUrl))).toMatchObject({
      status: 200,
      body: { transaction: { order_number: `${order.orderId}03` } },
    });
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
    expect(await violationsOf(order)).toEqual([]);
  });

  it("whose answer is lost is unknown, and gets numbers on its own", async () => {
    const order = await place();
    const match = { orderNumber: `AP${order.orderId}` };
    await armFault(server.sandboxUrl, { at: "payments", kind: "drop", moment: "after", match });
    const token = walletToken({ amountCents: 500 });
    expect(await payByWallet(buyer(), order, { token })).toMatchObject({
      status: 202,
      body: { success: false, reason: "payment-unknown" },
    });
    const paid = await waitForStatus(order, "finalized");
    expect(paid.numbers).toMatchObject([{ first: 1, last: 3 }]);
    expect((await payByWallet(buyer(), order, { token })).status).toBe(200);
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
    expect(await violationsOf(order)).toEqual([]);
  });

  it.runIf(isFullRun)("is answered within Apple's thirty seconds even if the gateway never answers", async () => {
    const order = await place();
    const match = { orderNumber: `AP${order.orderId}` };
    await armFault(server.sandboxUrl, { at: "payments", kind: "hang", moment: "after", match });
    const startedAt = performance.now();
    expect((await payByWallet(buyer(), order)).body.reason).toBe("payment-unknown");
    expect(performance.now() - startedAt).toBeLessThan(25_000);
    await waitForStatus(order, "finalized");
  });

  it("is captured once for twenty simultaneous taps, with one token and with twenty", async () => {
    for (const isOneToken of [true, false]) {
      const order = await place();
      const same = walletToken({ amountCents: 500 });
      const pay = () => payByWallet(buyer(), order, isOneToken ? { token: same } : {});
      const answers = await Promise.all(Array.from({ length: 20 }, pay));
      expect(answers.every(({ status }) => status === 200 || status === 202)).toBe(true);
      expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
      expect(await violationsOf(order)).toEqual([]);
    }
  });
});

/** Ten taps have different tokens, and are spread over time because order numbers contain the time. */
async function countCaptures(at: Server): Promise<number> {
  const draw = drawWith();
  await importDraw(at, draw);
  const order = await placeByWallet(createBuyer(at), draw.id);
  await setBankTime(at.sandboxUrl, 3000);
  const tap = async (_tap: unknown, times: number) => {
    await wait(times * 100);
    const token = walletToken({ amountCents: 500, card: cards.slowApproved });
    return payByWallet(createBuyer(at), order, { token });
  };
  await Promise.all(Array.from({ length: 10 }, tap));
  return (await listCaptures(at.sandboxUrl, order.orderId)).length;
}

it("is captured once for ten taps while the bank is processing the first", async () => {
  expect(await countCaptures(server)).toBe(1);
});

describe.runIf(isFullRun)("negative control", () => {
  it("ten taps are captured more than once if nothing marks an order as being paid", async () => {
    const sabotaged = await startServerWithout(sabotage.oneAttempt);
    try {
      await trustTestWallet(sabotaged.sandboxUrl);
      expect(await countCaptures(sabotaged)).toBeGreaterThan(1);
    } finally {
      await sabotaged.stop();
    }
  });
});

describe("nothing is written or charged for", () => {
  const cases: [string, ApplePayment, number, string, string?][] = [
    ["another amount", { amount: 4.99 }, 409, "amount-mismatch"],
    ["no e-mail", { billing: { email_address: undefined } }, 422, "invalid-input", "payment.billing.email_address"],
    [
      "no address in the e-mail",
      { billing: { email_address: "noe" } },
      422,
      "invalid-input",
      "payment.billing.email_address",
    ],
    ["no phone", { billing: { phone_number: undefined } }, 422, "invalid-input", "payment.billing.phone_number"],
    ["an empty phone", { billing: { phone_number: " " } }, 422, "invalid-input", "payment.billing.phone_number"],
    ["no name", { billing: { name: undefined } }, 422, "invalid-input", "payment.billing.name"],
    ["no province", { billing: { province: undefined } }, 422, "invalid-input", "payment.billing.province"],
    ["another province", { billing: { province: "QC" } }, 422, "province-not-eligible", "payment.billing.province"],
    [
      "another country's state",
      { billing: { province: "NY" } },
      422,
      "province-not-eligible",
      "payment.billing.province",
    ],
    ["another country", { billing: { country: "US" } }, 422, "province-not-eligible", "payment.billing.province"],
    ["another draw", { instanceId: "another-draw" }, 404, "order-not-found"],
    ["a number of the verification", { orderNumber: "AP-MABC1234" }, 422, "invalid-input", "payment.order_number"],
    ["a card's number", { orderNumber: "0123456789ABCDEFGHJKMNPQRS" }, 422, "invalid-input", "payment.order_number"],
  ];

  it.each(cases)("%s", async (_what, payment, status, reason, field) => {
    const order = await place({ enabledProvinces: ["ON", "MB"] });
    const refused = await payByWallet(buyer(), order, payment);
    expect(refused).toMatchObject({ status, body: { reason } });
    if (field) expect(refused.body.fields?.map((problem) => problem.field)).toEqual([field]);
    expect((await allTransactions(server.sandboxUrl)).filter((row) => row.orderNumber.includes(order.orderId))).toEqual(
      [],
    );
    expect(await read(order)).toMatchObject({ status: "reserved", buyer: null, lastPayment: null });
  });

  it("an order that is paid", async () => {
    const order = await place();
    const first = await payByWallet(buyer(), order);
    const second = await payByWallet(buyer(), order);
    expect(second.body.transaction).toEqual(first.body.transaction);
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toHaveLength(1);
  });

  it("a token for another amount or merchant, which the gateway refuses", async () => {
    const order = await place();
    const other = await payByWallet(buyer(), order, { token: walletToken({ amountCents: 400 }) });
    expect(other).toMatchObject({ status: 402, body: { reason: "payment-details-invalid" } });
    const token = walletToken({ amountCents: 500, merchant: "merchant.example.other" });
    const foreign = await payByWallet(buyer(), order, { token });
    expect(foreign).toMatchObject({ status: 503, body: { reason: "payment-unavailable" } });
    expect((await payByWallet(buyer(), order)).body.transaction?.order_number).toBe(`AP${order.orderId}03`);
  });

  it("a token not signed by a known wallet", async () => {
    const order = await place();
    const reply = await payByWallet(buyer(), order, { token: walletToken({ amountCents: 500, sign: signByStranger }) });
    expect(reply).toMatchObject({ status: 402, body: { reason: "payment-details-invalid" } });
    expect((await ledger(server.sandboxUrl, `AP${order.orderId}`)).transactions).toEqual([]);
  });
});

describe("an order without a buyer", () => {
  it("isn't charged to a card without buyer details, and takes the buyer of a card that has them", async () => {
    const order = await place();
    const nameless = { name: undefined, email_address: undefined };
    const pay = async (billing: Record<string, string | undefined>) =>
      buyer().call<{ order: OrderView }>("POST", "/api/bambora/processPayment", {
        instanceId: order.instanceId,
        payment: {
          amount: order.amount,
          payment_method: "token",
          order_number: order.orderId,
          token: { code: await tokenFor(server.sandboxUrl), name: "Noé Gagnon", complete: true },
          billing,
        },
      });
    expect(await pay(nameless)).toMatchObject({ status: 422, body: { reason: "buyer-required" } });
    expect(await listCaptures(server.sandboxUrl, order.orderId)).toEqual([]);
    const paid = await pay({ name: "Noé Gagnon", email_address: "noe@example.test", province: "ON" });
    expect(paid).toMatchObject({ status: 200, body: { order: { buyer: { name: "Noé Gagnon" } } } });
  });
});

import { afterAll, beforeAll, expect, it } from "vitest";
import { outageRules, trialRules } from "@/lib/payments/pay/rules.pauses";
import { createBuyer, freshIpAddress, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { registerDevice } from "@/tests/support/calls/device";
import { orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { actAt, placeAt } from "@/tests/support/calls/terminal-calls";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import { drawWith } from "@/tests/support/draws/draw";
import { allTransactions, armFault, clearFaults } from "@/tests/support/sandbox/sandbox-control";
import { pollUntil } from "@/tests/support/servers/poll-until";
import type { Servers } from "@/tests/support/servers/several-servers";
import { inTurn, startServers } from "@/tests/support/servers/several-servers";

let running: Servers;
let instanceId: string;

// Two processes share what is known of an account. The embedded database allows one.
beforeAll(async () => {
  running = await startServers(onPostgres ? 2 : 1);
  const draw = drawWith({ terminal: { allowAnonymousCash: true } });
  await importDraw(nextServer(), draw);
  instanceId = draw.id;
});
afterAll(() => running?.stop());

const nextServer = inTurn(() => running);

async function buy() {
  const buyer = createBuyer(nextServer(), freshIpAddress());
  const placed = await buyer.placeOrder({ instanceId });
  expect(placed.status).toBe(201);
  const { order } = placed.body;
  return { buyer, order, answer: await buyer.pay(order, await tokenFor(running.sandboxUrl)) };
}

async function chargeAtTablet(): Promise<void> {
  const tablet = await registerDevice(nextServer(), { parentId: "test-parent" });
  const { order } = (await placeAt(tablet, instanceId, { buyer: orderBody(instanceId).buyer })).body;
  const body = paymentBody({ drawId: instanceId, orderId: order.orderId });
  const token = { code: await tokenFor(running.sandboxUrl), name: "Rosalie Tremblay" };
  const payment = { ...(body.payment as object), token };
  const charged = await tablet.call("POST", "/api/bambora/processPayment", { ...body, payment, atTerminal: true });
  expect(charged).toMatchObject({ status: 503, body: { reason: "bank-not-answering" } });
  expect(await actAt(tablet, order, "cash")).toMatchObject({ status: 200, body: { order: { status: "finalized" } } });
}

it("a bank that loses its answers is spared by all processes, cash sales continue, and everyone has numbers when it is over", async () => {
  await armFault(running.sandboxUrl, { at: "payments", kind: "drop", moment: "after", times: 1000 });
  const unanswered = outageRules.minimumUnanswered + 1;
  const lost = [];
  for (let at = 0; at < unanswered; at += 1) lost.push(await buy());
  expect(lost.map(({ answer }) => answer.status)).toEqual(Array(unanswered).fill(202));
  const waiting = [await buy(), await buy(), await buy()];
  for (const { buyer, order, answer } of waiting) {
    expect(answer).toMatchObject({ status: 503, body: { reason: "bank-not-answering" } });
    expect(Number(answer.headers.get("retry-after"))).toBeLessThanOrEqual(trialRules.answerTimeoutSeconds);
    const read = await buyer.readOrder(order);
    expect(read.body.order).toMatchObject({ status: "reserved", attemptsLeft: 10 });
  }
  await chargeAtTablet();
  expect(await allTransactions(running.sandboxUrl)).toHaveLength(unanswered);
  await clearFaults(running.sandboxUrl);
  const pay = async ({ buyer, order }: (typeof waiting)[number]) =>
    (await buyer.pay(order, await tokenFor(running.sandboxUrl))).status;
  const patience = { timeout: 60_000, interval: 1000 };
  const [first, ...others] = waiting;
  if (first)
    await pollUntil(
      () => pay(first),
      (status) => status === 200,
      patience,
    );
  expect(await Promise.all(others.map(pay))).toEqual([200, 200]);
  for (const { buyer, order } of [...lost, ...waiting]) {
    const readStatus = async () => (await buyer.readOrder(order)).body.order.status;
    await pollUntil(readStatus, (status) => status === "finalized", patience);
  }
  const captures = (await allTransactions(running.sandboxUrl)).filter(({ approved }) => approved);
  expect(captures).toHaveLength(unanswered + waiting.length);
}, 120_000);

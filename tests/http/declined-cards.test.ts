import { afterAll, beforeAll, expect, it } from "vitest";

import { otherAccount } from "@/sandbox/accounts";
import { cards, createBuyer, freshAddress, importDraw, tokenFor } from "@/tests/support/buyer";
import { registerDevice } from "@/tests/support/device";
import type { DrawInput } from "@/tests/support/draw";
import { drawWith } from "@/tests/support/draw";
import { onPostgres } from "@/tests/support/postgres-database";
import { orderBody, paymentBody } from "@/tests/support/route-bodies";
import { allTransactions } from "@/tests/support/sandbox-control";
import type { Servers } from "@/tests/support/servers";
import { inTurn, startServers } from "@/tests/support/servers";
import { placeAt } from "@/tests/support/terminal-calls";

/** How many cards are tried from one address, and from how many addresses one each: a longer run sets them. */
const stolenCards = Number(process.env.STOLEN_CARDS ?? 60);
const thieves = Number(process.env.THIEVES ?? 24);

/** How many thieves try at once. */
const atOnce = 4;

let running: Servers;

// The limits of two processes are one; the embedded database has one process.
beforeAll(async () => {
  running = await startServers(onPostgres ? 2 : 1);
});
afterAll(() => running?.stop());

const nextServer = inTurn(() => running);

async function openDraw(overrides: Partial<DrawInput> = {}): Promise<string> {
  const draw = drawWith(overrides);
  await importDraw(nextServer(), draw);
  return draw.id;
}

/** A browser without a cookie buys from an address; gives the answer to its payment. */
async function buy(instanceId: string, address: string, card: string = cards.approved) {
  const buyer = createBuyer(nextServer(), address);
  const placed = await buyer.placeOrder({ instanceId });
  expect(placed.status).toBe(201);
  const token = await tokenFor(running.sandboxUrl, card);
  return { buyer, order: placed.body.order, answer: await buyer.pay(placed.body.order, token) };
}

/** Declined cards, one for each of `addresses`, a few at once; gives how each was answered. */
async function tryCards(instanceId: string, addresses: string[]): Promise<(string | undefined)[]> {
  const left = [...addresses];
  const reasons: (string | undefined)[] = [];
  const work = async () => {
    for (let address = left.pop(); address !== undefined; address = left.pop()) {
      reasons.push((await buy(instanceId, address, cards.declined)).answer.body.reason);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reasons;
}

it("sixty declined cards from one address are stopped early by all processes, while a buyer at another address can pay", async () => {
  const instanceId = await openDraw();
  const address = freshAddress();
  // A proxy may write ports: they make no other caller.
  const attack = tryCards(
    instanceId,
    Array.from({ length: stolenCards }, (_card, at) => `${address}:${4000 + at}`),
  );
  expect((await buy(instanceId, freshAddress())).answer.status).toBe(200);
  const reasons = await attack;
  const tried = (await allTransactions(running.sandboxUrl)).filter(({ approved }) => !approved).length;
  expect(tried).toBeLessThanOrEqual(10 + atOnce);
  expect(reasons.filter((reason) => reason === "too-many-declines")).toHaveLength(stolenCards - tried);
  const { buyer, order, answer } = await buy(instanceId, address);
  expect(answer).toMatchObject({ status: 429, body: { reason: "too-many-declines" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await buyer.readOrder(order)).body.order).toMatchObject({ status: "reserved", attemptsLeft: 10 });
  for (const server of running.servers) expect(server.output()).not.toContain(address);
});

it("a tablet at the same address as thieves can sell by card", async () => {
  const instanceId = await openDraw();
  const server = nextServer();
  const tablet = await registerDevice(server, { parentId: "test-parent" });
  // Without a proxy's word it is the address of the socket, which is the tablet's too.
  await tryCards(instanceId, Array(11).fill(""));
  expect((await buy(instanceId, "")).answer.body.reason).toBe("too-many-declines");
  const { order } = (await placeAt(tablet, instanceId, { buyer: orderBody(instanceId).buyer })).body;
  const body = paymentBody({ drawId: instanceId, orderId: order.orderId });
  const token = { code: await tokenFor(running.sandboxUrl), name: "Rosalie Tremblay" };
  const payment = { ...(body.payment as object), token };
  const sent = { ...body, payment, atTerminal: true };
  expect(await tablet.call("POST", "/api/bambora/processPayment", sent)).toMatchObject({ status: 200 });
});

it("one declined card from each of many addresses stops nobody, neither new buyers nor those who paid before", async () => {
  // Another merchant: the declines of the tests before would make every one of them wait.
  const { merchantId, passcodes } = otherAccount;
  const { payments: passcode, reporting: reportingPasscode, profiles: profilePasscode } = passcodes;
  const bambora = { merchantId, passcode, reportingPasscode, profilePasscode };
  const instanceId = await openDraw({ apiKeys: { bambora } });
  const { buyer } = await buy(instanceId, freshAddress());
  const reasons = await tryCards(
    instanceId,
    Array.from({ length: thieves }, () => freshAddress()),
  );
  expect(new Set(reasons)).toEqual(new Set(["declined"]));
  expect((await buy(instanceId, freshAddress())).answer.status).toBe(200);
  const { order } = (await buyer.placeOrder({ instanceId })).body;
  expect((await buyer.pay(order, await tokenFor(running.sandboxUrl))).status).toBe(200);
});

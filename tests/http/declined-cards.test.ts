import { afterAll, beforeAll, describe, expect, it } from "vitest";

import type { Account } from "@/sandbox/accounts";
import { otherAccount, thirdAccount } from "@/sandbox/accounts";
import type { Answer } from "@/tests/support/calls/buyer";
import { cards, createBuyer, freshIpAddress, importDraw, tokenFor } from "@/tests/support/calls/buyer";
import { registerDevice } from "@/tests/support/calls/device";
import { orderBody, paymentBody } from "@/tests/support/calls/route-bodies";
import { placeAt } from "@/tests/support/calls/terminal-calls";
import { onPostgres } from "@/tests/support/databases/postgres-database";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import { allTransactions } from "@/tests/support/sandbox/sandbox-control";
import type { Servers } from "@/tests/support/servers/several-servers";
import { inTurn, startServers } from "@/tests/support/servers/several-servers";

/** Cards tried from one IP address, and IP addresses with one card each. Longer runs set them. */
const stolenCards = Number(process.env.STOLEN_CARDS ?? 60);
const thieves = Number(process.env.THIEVES ?? 24);

const atOnce = 4;

/** Phones of one /48. Longer runs set it. */
const phones = Number(process.env.PHONES ?? 40);
const phonesAtOnce = 40;

/** Declined cards before the first payment (docs/decisions/028). */
const allowances = { ipAddress: 10, wide: 40 } as const;

let running: Servers;

// Two processes share their limits. The embedded database allows one.
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

/** A separate merchant per draw, because earlier declines slow down all of a merchant's buyers. */
function openDrawOf({ merchantId, passcodes }: Account, overrides: Partial<DrawInput> = {}): Promise<string> {
  const { payments: passcode, reporting: reportingPasscode, profiles: profilePasscode } = passcodes;
  const bambora = { merchantId, passcode, reportingPasscode, profilePasscode };
  return openDraw({ apiKeys: { bambora }, ...overrides });
}

async function buy(instanceId: string, ipAddress: string, card: string = cards.approved) {
  const buyer = createBuyer(nextServer(), ipAddress);
  const placed = await buyer.placeOrder({ instanceId });
  expect(placed.status).toBe(201);
  const token = await tokenFor(running.sandboxUrl, card);
  return { buyer, order: placed.body.order, answer: await buyer.pay(placed.body.order, token) };
}

async function tryCards(instanceId: string, ipAddresses: string[]): Promise<(string | undefined)[]> {
  const queue = [...ipAddresses];
  const reasons: (string | undefined)[] = [];
  const work = async () => {
    for (let ipAddress = queue.pop(); ipAddress !== undefined; ipAddress = queue.pop()) {
      reasons.push((await buy(instanceId, ipAddress, cards.declined)).answer.body.reason);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return reasons;
}

it("sixty declined cards from one IP address are stopped early by all processes, while a buyer at another IP address can pay", async () => {
  const instanceId = await openDraw();
  const ipAddress = freshIpAddress();
  // Ports in `X-Forwarded-For` don't make another caller.
  const attack = tryCards(
    instanceId,
    Array.from({ length: stolenCards }, (_card, at) => `${ipAddress}:${4000 + at}`),
  );
  expect((await buy(instanceId, freshIpAddress())).answer.status).toBe(200);
  const reasons = await attack;
  const tried = (await allTransactions(running.sandboxUrl)).filter(({ approved }) => !approved).length;
  expect(tried).toBeLessThanOrEqual(10 + atOnce);
  expect(reasons.filter((reason) => reason === "too-many-declines")).toHaveLength(stolenCards - tried);
  const { buyer, order, answer } = await buy(instanceId, ipAddress);
  expect(answer).toMatchObject({ status: 429, body: { reason: "too-many-declines" } });
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  expect((await buyer.readOrder(order)).body.order).toMatchObject({ status: "reserved", attemptsLeft: 10 });
  for (const server of running.servers) expect(server.output()).not.toContain(ipAddress);
});

it("a tablet at the same IP address as thieves can sell by card", async () => {
  const instanceId = await openDraw();
  const server = nextServer();
  const tablet = await registerDevice(server, { parentId: "test-parent" });
  // Without `X-Forwarded-For`, the socket's IP address counts, which is also the tablet's.
  await tryCards(instanceId, Array(11).fill(""));
  expect((await buy(instanceId, "")).answer.body.reason).toBe("too-many-declines");
  const { order } = (await placeAt(tablet, instanceId, { buyer: orderBody(instanceId).buyer })).body;
  const body = paymentBody({ drawId: instanceId, orderId: order.orderId });
  const token = { code: await tokenFor(running.sandboxUrl), name: "Rosalie Tremblay" };
  const payment = { ...(body.payment as object), token };
  const sent = { ...body, payment, atTerminal: true };
  expect(await tablet.call("POST", "/api/bambora/processPayment", sent)).toMatchObject({ status: 200 });
});

it("one declined card from each of many IP addresses stops nobody, neither new buyers nor those who paid before", async () => {
  const instanceId = await openDrawOf(otherAccount);
  const { buyer } = await buy(instanceId, freshIpAddress());
  const reasons = await tryCards(
    instanceId,
    Array.from({ length: thieves }, () => freshIpAddress()),
  );
  expect(new Set(reasons)).toEqual(new Set(["declined"]));
  expect((await buy(instanceId, freshIpAddress())).answer.status).toBe(200);
  const { order } = (await buyer.placeOrder({ instanceId })).body;
  expect((await buyer.pay(order, await tokenFor(running.sandboxUrl))).status).toBe(200);
});

describe("an arena's phones, each in its own /64 of one /48", () => {
  /** Every 97th /64 of a /48, so that two or three share a /56. */
  const makeIpAddress = (index: number, site = "2001:db8:1") => `${site}:${((index * 97) % 65_536).toString(16)}::1`;

  let instanceId: string;

  beforeAll(async () => {
    instanceId = await openDrawOf(thirdAccount, { maxTickets: 20 * phones });
  });

  async function buyAtOnce(indices: readonly number[]): Promise<string[]> {
    const answers: string[] = [];
    const note = (call: string, { status, body }: Answer) => answers.push([call, status, body.reason ?? ""].join(" "));
    const place = async (index: number) => {
      const buyer = createBuyer(nextServer(), makeIpAddress(index));
      const placed = await buyer.placeOrder({ instanceId });
      note("order", placed);
      return { buyer, order: placed.body.order, isUnlucky: index % 10 < 3 };
    };
    const phoned = (await Promise.all(indices.map(place))).filter(({ order }) => order);
    const payAll = (some: typeof phoned, card: string) =>
      Promise.all(
        some.map(async ({ buyer, order }) =>
          note("payment", await buyer.pay(order, await tokenFor(running.sandboxUrl, card))),
        ),
      );
    // Declines come first, because approvals allow more of them.
    const unlucky = phoned.filter(({ isUnlucky }) => isUnlucky);
    await payAll(unlucky, cards.declined);
    await payAll(phoned, cards.approved);
    return answers;
  }

  it("all buy, three cards in ten declined at first: no order and no payment is refused", async () => {
    const outcomes: Record<string, number> = {};
    for (let first = 0; first < phones; first += phonesAtOnce) {
      const indices = Array.from({ length: Math.min(phonesAtOnce, phones - first) }, (_none, at) => first + at);
      for (const answer of await buyAtOnce(indices)) outcomes[answer] = (outcomes[answer] ?? 0) + 1;
    }
    const { "payment 402 declined": declined = 0, ...others } = outcomes;
    expect(others).toEqual({ "order 201 ": phones, "payment 200 ": phones });
    expect(declined).toBe(Math.floor(phones / 10) * 3 + Math.min(phones % 10, 3));
    expect(declined).toBeGreaterThan(allowances.ipAddress);
  });

  it("can buy while thieves all over another /48 are stopped after forty declined cards", async () => {
    const thief = async (_none: unknown, index: number) =>
      (await buy(instanceId, makeIpAddress(index, "2001:db8:2"), cards.declined)).answer;
    const first = await Promise.all(Array.from({ length: allowances.wide }, thief));
    expect(new Set(first.map(({ body }) => body.reason))).toEqual(new Set(["declined"]));
    const later = await Promise.all(Array.from({ length: 5 }, (none, at) => thief(none, allowances.wide + at)));
    for (const refused of later) expect(refused).toMatchObject({ status: 429, body: { reason: "too-many-declines" } });
    // A new buyer there waits up to four seconds, but isn't refused.
    expect((await buy(instanceId, makeIpAddress(phones))).answer.status).toBe(200);
  });
});

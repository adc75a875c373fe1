import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { OrderView } from "@/lib/orders/rules";
import { armFault } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import type { Answer, Buyer } from "./buyer";
import { cards, createBuyer, tokenFor } from "./buyer";

/** How one buyer goes about it: how many clicks, with how many card tokens, and whether the bank's answer is lost. */
export type FaultedPlan = { clicks: 1 | 2; tokens: 1 | 2; isAnswerLost: boolean };

/** What one buyer met: their orders by click, the status of every answer, and how many payments were cut under way. */
export type FaultedFate = { orders: OrderView[]; statuses: number[]; cutPayments: number };

/** Where the crowd buys: servers on one database, which may die and come back at their addresses. */
export type Market = { servers: readonly Pick<Server, "url">[]; sandboxUrl: string; instanceId: string };

/** What strikes once, when so many buyers have begun. */
export type Strike = { atBuyer: number; strike: () => Promise<void> };

/** So many buyers are under way at once. */
const atOnce = 20;

/** A server that died is back within this time, in ms, on a busy machine too. */
const patienceMs = 120_000;

/**
 * Clicks with a token each are so far apart, in ms, as those of a person; clicks with one token come at the same time.
 */
const betweenTokensMs = 100;

/** Of forty buyers: one answer in ten, to each kind of clicks. */
const lostAnswers = [5, 11, 17, 23];

/** Plans of a crowd: four in ten click twice, half of those with a token for each click; one answer in ten is lost. */
export function faultedPlans(count: number): FaultedPlan[] {
  return Array.from({ length: count }, (_none, index) => ({
    clicks: index % 5 < 2 ? 2 : 1,
    tokens: index % 5 === 0 ? 2 : 1,
    isAnswerLost: lostAnswers.includes(index % 40),
  }));
}

function isRefused(error: unknown): boolean {
  return ((error as Error).cause as { code?: unknown } | undefined)?.code === "ECONNREFUSED";
}

/** Makes a call again until it is answered, at each server in turn, as a browser does whose connection was cut. */
async function insist<Body>(
  { servers }: Market,
  firstAt: number,
  call: (buyer: Buyer) => Promise<Answer<Body>>,
): Promise<{ answer: Answer<Body>; cuts: number }> {
  const endMs = performance.now() + patienceMs;
  let cuts = 0;
  for (let at = firstAt; ; at += 1) {
    try {
      const answer = await call(createBuyer(servers[at % servers.length] as Server));
      return { answer, cuts };
    } catch (error) {
      if (performance.now() > endMs) throw error;
      if (!isRefused(error)) cuts += 1;
      await wait(200);
    }
  }
}

async function loseAnswer({ sandboxUrl }: Market, { orderId }: OrderView): Promise<void> {
  await armFault(sandboxUrl, { at: "payments", kind: "drop", moment: "after", match: { orderNumber: orderId } });
}

/** One buyer: every click places the order under the same key and pays it; the clicks reach different servers. */
async function buy(market: Market, index: number, plan: FaultedPlan): Promise<FaultedFate> {
  const clicks = Array.from({ length: plan.clicks }, (_none, click) => click);
  const basket = { instanceId: market.instanceId, idempotencyKey: randomUUID() };
  const placed = await Promise.all(
    clicks.map((click) => insist(market, index + click, (buyer) => buyer.placeOrder(basket))),
  );
  const orders = placed.map(({ answer }) => answer.body.order);
  const [order] = orders;
  if (!order) throw new Error(`No order was placed: ${JSON.stringify(placed[0]?.answer.body)}`);
  if (plan.isAnswerLost) await loseAnswer(market, order);
  const tokens = await Promise.all(
    Array.from({ length: plan.tokens }, () => tokenFor(market.sandboxUrl, cards.slowApproved)),
  );
  const pay = async (click: number) => {
    const which = click % tokens.length;
    await wait(which * betweenTokensMs);
    return insist(market, index + click, (buyer) => buyer.pay(order, tokens[which] as string));
  };
  const paid = await Promise.all(clicks.map(pay));
  return {
    orders,
    statuses: [...placed, ...paid].map(({ answer }) => answer.status),
    cutPayments: paid.reduce((sum, { cuts }) => sum + cuts, 0),
  };
}

/**
 * Lets a crowd buy three tickets each, twenty of them at a time, by a card that the bank takes `setBankTime` for.
 * `strike` strikes in their midst, while they go on: a call without an answer is made again, with the same key and
 * token.
 */
export async function letFaultedCrowdBuy(
  market: Market,
  plans: readonly FaultedPlan[],
  strike?: Strike,
): Promise<FaultedFate[]> {
  const fates: FaultedFate[] = [];
  const struck: Promise<void>[] = [];
  const waiting = plans.entries();
  const buyers = Array.from({ length: atOnce }, async () => {
    for (const [index, plan] of waiting) {
      if (index === strike?.atBuyer) struck.push(strike.strike());
      fates[index] = await buy(market, index, plan);
    }
  });
  await Promise.all(buyers);
  await Promise.all(struck);
  return fates;
}

import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { OrderView } from "@/lib/orders/rules";
import { armFault } from "@/tests/support/sandbox/sandbox-control";
import type { Server } from "@/tests/support/servers/server";
import type { Answer, Buyer } from "./buyer";
import { cards, createBuyer, tokenFor } from "./buyer";

export type FaultedPlan = { clicks: 1 | 2; tokens: 1 | 2; isAnswerLost: boolean };

/** The orders by click, the status of every answer, and the number of payments cut off. */
export type FaultedOutcome = { orders: OrderView[]; statuses: number[]; cutPayments: number };

/** Servers on one database that may die and restart at the same URL. */
export type Market = { servers: readonly Pick<Server, "url">[]; sandboxUrl: string; instanceId: string };

export type Disruption = { atBuyer: number; run: () => Promise<void> };

const atOnce = 20;

/** Even on a busy machine, a killed server is back by then. */
const recoveryTimeoutMs = 120_000;

/** Clicks with different tokens are as far apart as a person's; those with the same token are simultaneous. */
const betweenTokensMs = 100;

/** For each kind of click, one in ten of forty buyers loses an answer. */
const lostAnswers = [5, 11, 17, 23];

/** Four in ten click twice, half of those with a token per click. One answer in ten is lost. */
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

/** Repeats a call at each server in turn until it is answered, like a browser after a cut connection. */
async function repeatUntilAnswered<Body>(
  { servers }: Market,
  firstAt: number,
  call: (buyer: Buyer) => Promise<Answer<Body>>,
): Promise<{ answer: Answer<Body>; cuts: number }> {
  const endMs = performance.now() + recoveryTimeoutMs;
  let cuts = 0;
  for (let index = firstAt; ; index += 1) {
    try {
      const answer = await call(createBuyer(servers[index % servers.length] as Server));
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

async function buy(market: Market, index: number, plan: FaultedPlan): Promise<FaultedOutcome> {
  const clicks = Array.from({ length: plan.clicks }, (_none, click) => click);
  const basket = { instanceId: market.instanceId, idempotencyKey: randomUUID() };
  const placed = await Promise.all(
    clicks.map((click) => repeatUntilAnswered(market, index + click, (buyer) => buyer.placeOrder(basket))),
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
    return repeatUntilAnswered(market, index + click, (buyer) => buyer.pay(order, tokens[which] as string));
  };
  const paid = await Promise.all(clicks.map(pay));
  return {
    orders,
    statuses: [...placed, ...paid].map(({ answer }) => answer.status),
    cutPayments: paid.reduce((sum, { cuts }) => sum + cuts, 0),
  };
}

/** `disruption` runs among them. Unanswered calls are repeated with the same key and token. */
export async function runFaultedCrowd(
  market: Market,
  plans: readonly FaultedPlan[],
  disruption?: Disruption,
): Promise<FaultedOutcome[]> {
  const outcomes: FaultedOutcome[] = [];
  const disruptions: Promise<void>[] = [];
  const waiting = plans.entries();
  const buyers = Array.from({ length: atOnce }, async () => {
    for (const [index, plan] of waiting) {
      if (index === disruption?.atBuyer) disruptions.push(disruption.run());
      outcomes[index] = await buy(market, index, plan);
    }
  });
  await Promise.all(buyers);
  await Promise.all(disruptions);
  return outcomes;
}

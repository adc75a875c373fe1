import { sql } from "drizzle-orm";

import type { OrderView } from "@/lib/orders/rules";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { queueResults } from "@/lib/receipts/results/queue-results";
import { settleResults } from "@/lib/receipts/results/settle-results";
import { readOutbox } from "./mailed-order";
import { pay } from "./orders";
import { basket, line, placeBasket, secondDraw } from "./several-pools";
import type { TestContext } from "./test-context";
import { drawAt, importTestDraw } from "./test-context";

export const minuteMs = 60_000;
export const dayMs = 24 * 60 * minuteMs;

/** Sales of the main pool end 7 days later, those of the second draw 10 days later. */
export const resultsStart = new Date("2026-11-20T18:00:00Z");

export const resultsEnd = new Date(resultsStart.getTime() + 7 * dayMs);

export const resultDrawId = "results";

type Winner = { number: number; poolId?: string; prizeType?: string; drawnAt?: string; soldOnPaper?: boolean };

/** A main pool and a second draw `puck`, whose winners were just drawn. */
export async function importWinners(
  { admin, clock }: TestContext,
  winners: Winner[] = [],
  changes: Record<string, unknown> = {},
): Promise<void> {
  const prize = { poolId: "main", prizeType: "Grand Prize", drawnAt: clock.now().toISOString() };
  const puckDrawnAt = new Date(resultsStart.getTime() + 10 * dayMs).toISOString();
  const draw = drawAt(resultsStart, {
    ...{ id: resultDrawId, urlSlug: resultDrawId, terminal: { allowAnonymousCash: true, allowRefund: true } },
    secondDraws: [secondDraw("puck", { cutOffDate: puckDrawnAt, drawDate: puckDrawnAt })],
    winners: winners.map((winner) => ({ ...prize, ...winner })),
    ...changes,
  });
  await importTestDraw(admin, draw);
}

/** Publishes without the checks of an import, like earlier versions. */
export async function publishUnchecked({ ctx, clock }: TestContext, winner: Winner): Promise<void> {
  const prize = { poolId: "main", prizeType: "Grand Prize", drawnAt: clock.now().toISOString() };
  const winners = JSON.stringify([{ ...prize, ...winner }]);
  await ctx.db.execute(sql`update draws set revision = revision + 1,
    definition = jsonb_set(definition, '{winners}', ${winners}::jsonb) where draw_id = ${resultDrawId}`);
}

export async function buyIn(test: TestContext, tickets: Record<string, number>): Promise<OrderView> {
  const lines = Object.entries(tickets).map(([poolId, quantity]) => line(poolId, quantity));
  const order = await placeBasket(test, basket(resultDrawId, lines));
  await pay(test.ctx, order);
  return order;
}

/** Ends the sales and marks all receipts as sent. */
export async function endSales({ ctx, clock }: TestContext): Promise<void> {
  clock.advance(8 * dayMs);
  await ctx.db.execute(sql`update outbox set state = 'sent'`);
}

export async function runResultsJob({ ctx }: TestContext): Promise<number> {
  await settleResults(ctx);
  return queueResults(ctx);
}

/** Counts mails queued after each part of the hour in which a result becomes final. Only the last has any. */
export async function settleHour(test: TestContext): Promise<number[]> {
  const queued = [await runResultsJob(test)];
  for (const minutes of [59, 1]) {
    test.clock.advance(minutes * minuteMs);
    queued.push(await runResultsJob(test));
  }
  return queued;
}

export async function deliverTexts(test: TestContext): Promise<string[]> {
  test.mail.mails = [];
  await deliverMail(test.ctx);
  return test.mail.mails.map(({ text }) => text);
}

export async function listResultMails(test: TestContext, order: OrderView): Promise<string[]> {
  const mails = await readOutbox(test, order);
  return mails.filter(({ kind }) => kind !== "receipt").map(({ kind, state }) => `${kind} ${state}`);
}

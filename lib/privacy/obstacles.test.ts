import { sql } from "drizzle-orm";
import { afterAll, beforeEach, expect, it } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { findText } from "@/tests/support/core/find-text";
import { buyPlanted, dayMs, openDrawWithWinner, placePlanted, planted } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { erasePerson } from "./erase-person";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
});
afterAll(() => test.close());

const placesOf = () => findText(test.ctx.db, planted.email);

async function keptIn() {
  const told = await erasePerson(test.admin, { email: planted.email });
  if (!told.ok) throw new Error(told.reason);
  return told.kept.map(({ obstacle, until }) => [obstacle, until]);
}

it("an order keeps its buyer until its draw is drawn and the time to claim prizes is over", async () => {
  const draw = await openDrawWithWinner(test, "claims");
  await buyPlanted(test, "claims");
  await buyPlanted(test, "claims", "someone@example.test");
  test.clock.advance(9 * dayMs);
  expect(await keptIn()).toEqual([["draw-not-drawn", null]]);
  await draw(3);
  expect(await keptIn()).toEqual([["prize-unclaimed", "2027-05-31T18:00:00.000Z"]]);
  expect(await placesOf()).not.toEqual([]);
  test.clock.advance(183 * dayMs);
  expect(await keptIn()).toEqual([]);
  expect(await placesOf()).toEqual([]);
});

it("an order keeps its buyer for longer if it won, and as long as the published winners name it", async () => {
  const draw = await openDrawWithWinner(test, "won");
  await buyPlanted(test, "won");
  test.clock.advance(9 * dayMs);
  await draw(2, planted.name);
  test.clock.advance(184 * dayMs);
  expect(await keptIn()).toMatchObject([["prize-won", expect.any(String)]]);
  test.clock.advance(1300 * dayMs);
  expect(await keptIn()).toEqual([["winner-named", null]]);
  await draw(2);
  expect(await keptIn()).toEqual([]);
  expect(await placesOf()).toEqual([]);
});

const pie = { description: { en: "A pie", fr: "Une tarte" } };
const [first, second] = [
  { ...pie, drawDate: "2026-11-28T18:00:00Z" },
  { ...pie, drawDate: "2027-11-28T18:00:00Z" },
];

it("an order keeps its buyer until all prizes of the end are drawn, and then from the last of them on", async () => {
  const draw = await openDrawWithWinner(test, "two", { prizes: { "Grand Prize": [first, second] } });
  await buyPlanted(test, "two");
  await buyPlanted(test, "two", "someone@example.test");
  test.clock.advance(9 * dayMs);
  await draw(3);
  test.clock.advance(300 * dayMs);
  expect(await keptIn()).toEqual([["draw-not-drawn", null]]);
  test.clock.advance(70 * dayMs);
  const winnerOf = (number: number, drawnAt: string) => ({ poolId: "main", prizeType: "Grand Prize", number, drawnAt });
  await draw(3, undefined, { winners: [winnerOf(3, first.drawDate), winnerOf(4, second.drawDate)] });
  expect(await keptIn()).toEqual([["prize-unclaimed", "2028-05-30T18:00:00.000Z"]]);
  test.clock.advance(184 * dayMs);
  expect(await keptIn()).toEqual([]);
});

it.each([
  ["beside the winning number that won it", pie],
  ["with its number", { ...pie, winningTicketNumber: 2 }],
])("an order keeps its buyer as long as a published prize says its name, %s", async (_how, prize) => {
  const draw = await openDrawWithWinner(test, "named");
  await buyPlanted(test, "named");
  test.clock.advance(9 * dayMs);
  await draw(2, undefined, { prizes: { "Grand Prize": [{ ...prize, winnerName: planted.name }] } });
  test.clock.advance(1500 * dayMs);
  expect(await keptIn()).toEqual([["winner-named", null]]);
  await draw(2, undefined, { prizes: { "Grand Prize": [prize] } });
  expect(await keptIn()).toEqual([]);
});

it("an order keeps its buyer while it is reserved, or money of it is under way", async () => {
  await openDrawWithWinner(test, "open");
  const order = await placePlanted(test, "open");
  expect(await keptIn()).toEqual([["order-open", null]]);
  await cancelOrder(test.ctx, order);
  const { db } = test.ctx;
  await db.execute(sql`insert into payment_attempts (draw_id, gateway_order_number, order_id, attempt_number, kind,
    method, token_hash, amount_cents, state, sent_at, deadline_at, ask_at)
    values ('open', 'lost', ${order.orderId}, 1, 'order', 'token', 't', 2000, 'missing', now(), now(), now())`);
  expect(await keptIn()).toEqual([["payment-open", null]]);
  await db.execute(sql`update payment_attempts set ask_at = null, state = 'surplus'`);
  expect(await keptIn()).toEqual([["refund-open", null]]);
  await db.execute(sql`update payment_attempts set state = 'declined'`);
  expect(await keptIn()).toEqual([]);
  expect(await placesOf()).toEqual([]);
});

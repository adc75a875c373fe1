import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { PlaceOrderInput } from "@/lib/orders/schema";
import { payOrder } from "@/lib/payments/pay/pay-order";
import { createBasket, createPayment, freshKey, openDraw, place } from "@/tests/support/core/orders";
import { basket, createDraw, line, placeBasket, secondDraw } from "@/tests/support/core/several-pools";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { recordStatements } from "@/tests/support/databases/statements";
import { placeOrder } from "./place-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

/** Returns the answer, and the statements that write or lock. */
async function ask(input: PlaceOrderInput) {
  let answer: unknown;
  const statements = await recordStatements(test.ctx.db, async () => {
    answer = await placeOrder(test.ctx, input, freshKey());
  });
  return { answer, statements, writing: statements.filter((text) => /\b(begin|insert|update)\b/.test(text)) };
}

async function sell(draw: string, lines: PlaceOrderInput["lines"]): Promise<void> {
  const paid = await payOrder(test.ctx, createPayment(await placeBasket(test, basket(draw, lines))));
  if (!paid.ok) throw new Error(paid.reason);
}

describe("a call for sold tickets", () => {
  it("is answered from an earlier read: no lock, no reservation, no expiry", async () => {
    const draw = await openDraw(test, "gone", { maxTickets: 2 });
    await sell(draw, [line("main", 2)]);
    expect((await ask(createBasket(draw))).answer).toEqual({ ok: false, reason: "sold-out" });
    const { answer, statements, writing } = await ask(createBasket(draw));
    expect(answer).toEqual({ ok: false, reason: "sold-out" });
    expect(writing).toEqual([]);
    expect(statements).toHaveLength(4);
  });

  it("names the second draw that is sold out, whatever is held in the main pool", async () => {
    const draw = await openDraw(
      test,
      "gone-second",
      createDraw([secondDraw("cash", { maxTickets: 1 })], { maxTickets: 2 }),
    );
    await sell(draw, [line("main"), line("cash")]);
    await place(test, draw, 1);
    await ask(basket(draw, [line("main"), line("cash")]));
    const { answer, writing } = await ask(basket(draw, [line("main"), line("cash")]));
    const fields = [{ field: "lines.cash", problem: "too-large" }];
    expect(answer).toMatchObject({ ok: false, reason: "second-draw-full", fields });
    expect(writing).toEqual([]);
  });

  it("affects only its own pools: another pool still sells", async () => {
    const draw = await openDraw(test, "gone-other", createDraw([secondDraw("cash", { maxTickets: 1 })]));
    await sell(draw, [line("main"), line("cash")]);
    expect(await ask(createBasket(draw))).toMatchObject({ answer: { ok: true } });
  });
});

describe("a call for tickets that are only held", () => {
  it("goes to the pool's row, where ended holds are released", async () => {
    const draw = await openDraw(test, "held", { maxTickets: 2 });
    await place(test, draw, 2);
    const { answer, writing } = await ask(createBasket(draw));
    expect(answer).toMatchObject({ ok: false, reason: "all-held" });
    expect(writing.some((text) => text.includes("update pools"))).toBe(true);
    test.clock.advance(16 * 60_000);
    expect(await ask(createBasket(draw))).toMatchObject({ answer: { ok: true } });
  });

  it("can take the capacity below a jackpot limit that a hold releases", async () => {
    const draw = await openDraw(test, "held-jackpot", { maxJackpot: 20, jackpotTotal: 0 });
    await place(test, draw, 2);
    expect((await ask(createBasket(draw))).answer).toEqual({ ok: false, reason: "jackpot-reached" });
    test.clock.advance(16 * 60_000);
    expect(await ask(createBasket(draw))).toMatchObject({ answer: { ok: true } });
  });
});

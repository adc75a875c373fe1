import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { requireOrder } from "@/lib/orders/read-order";
import { asTestDevice, placeAtDevice } from "@/tests/support/core/cash";
import { createBasket, createPayment, getOutcome, openDraw, place } from "@/tests/support/core/orders";
import { inOtherProcess } from "@/tests/support/core/other-process";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, importTestDraw, openTestContext } from "@/tests/support/core/test-context";
import { approve } from "@/tests/support/core/test-gateway";
import { recordStatements } from "@/tests/support/databases/statements";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { payOrder } from "./pay-order";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterAll(() => test.close());

const decline = { kind: "refused", reason: "declined", code: "7", transactionId: "1" } as const;

async function declining<Result>(work: () => Promise<Result>): Promise<Result> {
  test.gateway.answer = async () => decline;
  try {
    return await work();
  } finally {
    test.gateway.answer = async (request) => approve(request);
  }
}

describe("a card payment", () => {
  it("takes two statements: one to open it, one for its numbers", async () => {
    const order = await place(test, await openDraw(test, "asked-twice"));
    const statements = await recordStatements(test.ctx.db, async () => {
      expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("paid");
    });
    expect(statements).toHaveLength(2);
  });

  it("that is declined takes two as well, and releases its order", async () => {
    const order = await place(test, await openDraw(test, "declined-twice"));
    const statements = await recordStatements(test.ctx.db, () =>
      declining(async () => expect(getOutcome(await payOrder(test.ctx, createPayment(order)))).toBe("declined")),
    );
    expect(statements).toHaveLength(2);
    const lastPayment = { state: "declined" };
    expect(await requireOrder(test.ctx, order)).toMatchObject({ status: "reserved", attemptsLeft: 9, lastPayment });
  });

  it.each([
    ["a buyer's order of several lines", (): Context => test.ctx],
    ["a tablet's", (): Context => asTestDevice(test)],
  ])("returns %s as a later read does", async (_name, toContext) => {
    const ctx = toContext();
    const lines = ["one", "five"].map((packageId) => ({ poolId: "main", packageId, quantity: 2 }));
    const teams = [{ id: "crews", title: "Crews", teams: [{ id: "foxes", name: "Foxes" }] }];
    const draw = await openDraw(test, `answered-${ctx.actor.kind}`, { maxTickets: 100, teams });
    const order =
      ctx.actor.kind === "device"
        ? await placeAtDevice(ctx, draw, { lines, buyer: createBasket(draw).buyer })
        : await place(test, draw, 1, { lines, locale: "fr", teamId: "foxes" });
    test.clock.advance(5000);
    const paid = await payOrder(ctx, createPayment(order));
    expect(paid).toMatchObject({ outcome: "paid", order: { status: "finalized", card: { lastFour: "1234" } } });
    expect(paid.ok && paid.order).toEqual(await requireOrder(ctx, order));
    expect(paid.ok && paid.order.teamId).toBe(ctx.actor.kind === "device" ? null : "foxes");
    expect(order.teamId).toBe(paid.ok && paid.order.teamId);
    expect(paid.ok && paid.order.numbers).toMatchObject([
      { first: 1, last: 2 },
      { first: 3, last: 12 },
    ]);
  });

  it("after a declined one returns what a later read does", async () => {
    const order = await place(test, await openDraw(test, "answered-second"));
    await declining(() => payOrder(test.ctx, createPayment(order)));
    const paid = await payOrder(test.ctx, createPayment(order));
    expect(paid.ok && paid.order).toEqual(await requireOrder(test.ctx, order));
    expect(paid).toMatchObject({ outcome: "paid", order: { attemptsLeft: 8 } });
  });
});

async function passcodeAfterImport(ctx: Context, id: string): Promise<string> {
  const bambora = (passcode: string) => ({ merchantId: "300200999", passcode, reportingPasscode: "reporting" });
  const defined = (passcode: string) =>
    drawAt(test.clock.now(), { id, urlSlug: id, apiKeys: { bambora: bambora(passcode) } });
  await importTestDraw(test.admin, defined("older-passcode"));
  const order = await place({ ...test, ctx }, id);
  await importTestDraw(inOtherProcess(test.admin), defined("newer-passcode"));
  let answerText = "nothing";
  const charge: Context["gateway"]["charge"] = async (credentials, request) => {
    answerText = credentials.passcode;
    return test.gateway.charge(credentials, request);
  };
  expect(getOutcome(await payOrder({ ...ctx, gateway: { ...test.gateway, charge } }, createPayment(order)))).toBe(
    "paid",
  );
  return answerText;
}

describe("cached credentials", () => {
  it("charge nothing once another process has replaced them", async () => {
    expect(await passcodeAfterImport(test.ctx, "exchanged")).toBe("newer-passcode");
  });

  it("negative control: they do if the statement doesn't compare the draw's revision", async () => {
    const { ctx, found } = withoutGuard(test.ctx, "sale.is_current");
    expect(await passcodeAfterImport(ctx, "exchanged-unguarded")).toBe("older-passcode");
    expect(found()).toBeGreaterThan(0);
  });
});

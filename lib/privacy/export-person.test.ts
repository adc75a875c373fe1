import { afterAll, beforeAll, expect, it } from "vitest";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { createBasket, freshKey, openDraw, place } from "@/tests/support/core/orders";
import { buyPlanted, openDrawWithWinner, placePlanted, planted } from "@/tests/support/core/planted-person";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { erasePerson } from "./erase-person";
import { exportBuyer } from "./export-buyer";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

it("gives everything about a person, in all draws, and nothing of anybody else", async () => {
  for (const drawId of ["one", "two"]) await openDrawWithWinner(test, drawId);
  const [paid, unpaid] = [
    await buyPlanted(test, "one"),
    await placePlanted(test, "two", "ZEPHIRINE.plantee@quagmire.example"),
  ];
  await place(test, "one");
  const person = await exportBuyer(test.admin, { email: planted.email });
  if (!person.ok) throw new Error(person.reason);
  expect(person.orders.map(({ orderCode }) => orderCode)).toEqual([paid.orderCode, unpaid.orderCode]);
  const [first] = person.orders;
  expect(first).toMatchObject({
    buyer: { ...planted, phone: "16135550173" },
    browser: "planted-browser",
    card: { lastFour: expect.stringMatching(/^\d{4}$/) },
    amount: paid.amount,
    lines: [{ numbers: { first: 1, last: 2 } }],
    attempts: [{ state: "approved" }],
    mails: [{ kind: "receipt" }],
    history: [{ action: "placed" }, { action: "payment-sent" }, { action: "payment-approved" }],
  });
  expect(JSON.stringify(person)).not.toContain("Marie Tremblay");
});

it("gives the digests under which limits count an order that isn't paid", async () => {
  const drawId = await openDraw(test, "limited", { maxTickets: 100 });
  const browser = { kind: "buyer", clientKey: "planted-browser", ipAddress: "198.51.100.7" } as const;
  const buyer = { ...planted, email: "limited@quagmire.example" };
  const placed = await placeOrder({ ...test.ctx, actor: browser }, createBasket(drawId, 2, { buyer }), freshKey());
  if (!placed.ok) throw new Error(placed.reason);
  const person = await exportBuyer(test.admin, { email: buyer.email });
  const own = expect.stringMatching(/^network:/);
  expect(person).toMatchObject({ orders: [{ countedUnder: ["everyone", own, "client:planted-browser"] }] });
  await cancelOrder({ ...test.ctx, actor: browser }, placed.order);
  expect(await exportBuyer(test.admin, { email: buyer.email })).toMatchObject({ orders: [{ countedUnder: [] }] });
});

it("has nothing of a person who isn't known, and is for admins", async () => {
  expect(await exportBuyer(test.admin, { email: "nobody@example.test" })).toMatchObject({ ok: true, orders: [] });
  expect(await exportBuyer(test.admin, { email: "nobody" })).toMatchObject({ ok: false, reason: "invalid-input" });
  expect(await exportBuyer(test.ctx, { email: planted.email })).toEqual({ ok: false, reason: "admin-key-wrong" });
  const nothing = { ok: true, erased: [], kept: [], unfinished: 0, access: null };
  expect(await erasePerson(test.admin, { email: "nobody@example.test" })).toEqual(nothing);
});

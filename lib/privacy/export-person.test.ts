import { afterAll, beforeAll, expect, it } from "vitest";
import { place } from "@/tests/support/order-core";
import { buyPlanted, openDrawnLater, placePlanted, planted } from "@/tests/support/planted-person";
import type { TestContext } from "@/tests/support/test-context";
import { openTestContext } from "@/tests/support/test-context";
import { erasePerson } from "./erase-person";
import { exportPerson } from "./export-person";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});
afterAll(() => test.close());

it("gives everything about a person, in all draws, and nothing of anybody else", async () => {
  for (const drawId of ["one", "two"]) await openDrawnLater(test, drawId);
  const [paid, unpaid] = [
    await buyPlanted(test, "one"),
    await placePlanted(test, "two", "ZEPHIRINE.plantee@quagmire.example"),
  ];
  await place(test, "one");
  const person = await exportPerson(test.admin, { email: planted.email });
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

it("has nothing of a person who isn't known, and is for admins", async () => {
  expect(await exportPerson(test.admin, { email: "nobody@example.test" })).toMatchObject({ ok: true, orders: [] });
  expect(await exportPerson(test.admin, { email: "nobody" })).toMatchObject({ ok: false, reason: "invalid-input" });
  expect(await exportPerson(test.ctx, { email: planted.email })).toEqual({ ok: false, reason: "admin-key-wrong" });
  expect(await erasePerson(test.admin, { email: "nobody@example.test" })).toEqual({ ok: true, erased: [], kept: [] });
});

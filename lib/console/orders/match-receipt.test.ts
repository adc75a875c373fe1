import { afterAll, beforeAll, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import type { OrderView } from "@/lib/orders/rules";
import { createValidationNumber } from "@/lib/orders/rules.validation";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import { matchReceipt } from "./match-receipt";

let test: TestContext;
let order: OrderView;
let other: OrderView;

beforeAll(async () => {
  test = await openTestContext();
  await openDraw(test, "receipts");
  [order, other] = [await place(test, "receipts"), await place(test, "receipts")];
  for (const sold of [order, other]) await pay(test.ctx, sold);
});
afterAll(() => test.close());

function as(role: Role, name = "person:p1", scope: Scope = { kind: "everything" }): Context {
  return { ...test.ctx, actor: { kind: "admin", name, grants: toGrants([{ role, scope }]) } };
}

const numberOf = ({ instanceId: drawId, orderId }: OrderView) =>
  createValidationNumber(test.ctx.sealer, { drawId, orderId });

it("a number that is read out is the order's or another's, and the answer never has the right one", async () => {
  const manager = as("Order Manager");
  const typed = ` ${numberOf(order).toLowerCase().replaceAll("-", "")}`;
  expect(await matchReceipt(manager, order, { number: typed })).toEqual({ ok: true, matches: true });
  expect(await matchReceipt(manager, order, { number: numberOf(other) })).toEqual({ ok: true, matches: false });
});

it("a misheard number is refused at its field and not compared", async () => {
  const number = numberOf(order).replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  const problem = { ok: false, reason: "invalid-input", fields: [{ field: "number", problem: "malformed" }] };
  expect(await matchReceipt(as("Order Manager"), order, { number })).toMatchObject(problem);
  expect(await matchReceipt(as("Order Manager"), order, { number: "" })).toMatchObject({ reason: "invalid-input" });
});

it("is for those who work on the order, within their scope", async () => {
  const body = { number: numberOf(order) };
  for (const role of ["auditor", "Order Email Re-sender", "Winner Picker", "Teams Manager"] as const) {
    expect(await matchReceipt(as(role), order, body)).toMatchObject({ reason: "admin-right-missing" });
  }
  expect(await matchReceipt(test.ctx, order, body)).toMatchObject({ reason: "admin-key-wrong" });
  const elsewhere = as("Order Refunder", "person:p2", { kind: "draw", drawId: "another" });
  expect(await matchReceipt(elsewhere, order, body)).toMatchObject({ reason: "order-not-found" });
  const within = as("Order Refunder", "person:p2", { kind: "draw", drawId: "receipts" });
  expect(await matchReceipt(within, order, body)).toEqual({ ok: true, matches: true });
});

it("an order that isn't paid has no receipt", async () => {
  const unpaid = await place(test, "receipts");
  expect(await matchReceipt(as("Order Manager"), unpaid, { number: numberOf(unpaid) })).toMatchObject({
    reason: "order-not-paid",
  });
});

it("a person compares 20 numbers a minute, and others are not stopped by it", async () => {
  const body = { number: numberOf(other) };
  const eager = as("Order Manager", "person:eager");
  for (let tried = 0; tried < 20; tried++) expect(await matchReceipt(eager, order, body)).toMatchObject({ ok: true });
  expect(await matchReceipt(eager, order, { number: numberOf(order) })).toMatchObject({
    reason: "too-many-calls",
    retryAfterSeconds: expect.any(Number),
  });
  expect(await matchReceipt(as("Order Manager"), order, body)).toMatchObject({ ok: true });
});

it("the installation's key compares 20 numbers a minute, whichever names are claimed with it", async () => {
  const body = { number: numberOf(other) };
  const claim = (name: string): Context => ({ ...test.ctx, actor: { kind: "admin", name, grants: "all" } });
  for (let tried = 0; tried < 20; tried++) {
    expect(await matchReceipt(claim(`Jo ${tried}`), order, body)).toMatchObject({ ok: true });
  }
  expect(await matchReceipt(claim("Max"), order, body)).toMatchObject({ reason: "too-many-calls" });
});

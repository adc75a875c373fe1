import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import { indexSearchTerms } from "@/lib/console/index-search-terms";
import type { Context } from "@/lib/context";
import { findOrderKey } from "@/lib/orders/find-order-key";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { readOrderAsAdmin } from "@/lib/orders/read-order";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { queryRows } from "@/lib/platform/db/database";
import { correctBuyer } from "@/lib/privacy/correct-buyer";
import { erasePerson } from "@/lib/privacy/erase-person";
import { exportBuyer } from "@/lib/privacy/export-buyer";
import { requestRefund } from "@/lib/refunds/request-refund";
import { listEntries, openCashDraw, sellForCash } from "@/tests/support/core/cash";
import { joinConsole } from "@/tests/support/core/console-people";
import { findText } from "@/tests/support/core/find-text";
import { loseAnswer } from "@/tests/support/core/lost-answer";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import { buyPlanted, dayMs, openDrawWithWinner, planted } from "@/tests/support/core/planted-person";
import { registerDevice } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import { withoutGuard } from "@/tests/support/sabotage/without-guard";
import { addNote } from "./add-note";
import { searchOrders } from "./search-orders";
import { showContact } from "./show-contact";
import { viewOrder } from "./view-order";

const test = await openTestContext();
afterAll(() => test.close());

function asRole(role: Role, scope: Scope = { kind: "everything" }): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } };
}

async function buy(drawId: string) {
  const order = await place(test, await openDraw(test, drawId));
  await pay(test.ctx, order);
  return order;
}

describe("an order's details", () => {
  it("are found by its code, with its story and what the caller may do", async () => {
    const order = await buy("viewed");
    await addNote(asRole("Order Manager"), order, { text: "Called about the draw.\nCalls back." });
    const view = await viewOrder(asRole("Order Refunder"), order);
    expect(view).toMatchObject({
      ok: true,
      order: {
        orderCode: order.orderCode,
        status: "finalized",
        buyer: { name: "Marie Tremblay", maskedEmail: "m•••@example.com", maskedPhone: null },
        notes: [{ author: "person:p1", text: "Called about the draw.\nCalls back." }],
        refundable: [{ line: 1, first: 1, last: 1, amount: 10 }],
        actions: ["note", "contact", "match-receipt", "correct", "resend", "hide", "refund"],
        nextStep: "none",
      },
    });
    const actionsOf = async (role: Role) => {
      const seen = await viewOrder(asRole(role), order);
      return seen.ok ? seen.order.actions : seen.reason;
    };
    expect(await actionsOf("Order Manager")).toEqual(["note", "contact", "match-receipt", "correct", "resend", "hide"]);
    expect(await actionsOf("Order Email Re-sender")).toEqual(["resend"]);
    expect(await actionsOf("auditor")).toEqual([]);
    expect(await actionsOf("Teams Manager")).toBe("admin-right-missing");
    const notesOf = async (role: Role) => {
      const seen = await viewOrder(asRole(role), order);
      return seen.ok ? seen.order.notes.length : seen.reason;
    };
    expect([await notesOf("Order Manager"), await notesOf("auditor")]).toEqual([1, 0]);
    expect(JSON.stringify(view)).not.toContain("marie@example.com");
  });

  it("lead nobody to the buyer's own page who may not act on orders", async () => {
    const order = await buy("secret");
    await requestRefund(test.admin, order, {});
    await correctBuyer(test.admin, order, { email: "right@example.com" });
    const seenBy = async (role: Role) => {
      const ctx = asRole(role);
      const answers = [
        await viewOrder(ctx, order),
        await findAdminOrders(ctx, order.orderCode, null),
        await readOrderAsAdmin(ctx, order),
      ];
      expect(answers).toMatchObject([{ ok: true }, { ok: true }, { ok: true }]);
      return JSON.stringify(answers);
    };
    for (const role of ["Order Email Re-sender", "auditor"] as const) {
      const seen = await seenBy(role);
      expect(seen).toContain(order.orderCode);
      expect(seen).not.toContain(order.orderId);
      expect(seen).not.toContain("addressSecret");
    }
    const control = await seenBy("Order Manager");
    expect(control.split(order.orderId).length).toBeGreaterThan(5);
    expect(control).toContain("addressSecret");
  });

  it("are named by the order's code as by its id, for admins alone", async () => {
    const order = await buy("coded");
    const byCode = { instanceId: "coded", orderId: order.orderCode };
    expect(await findOrderKey(test.admin, byCode)).toEqual({ instanceId: "coded", orderId: order.orderId });
    const others = [
      { instanceId: "coded", orderId: order.orderId },
      { instanceId: "secret", orderId: order.orderCode },
      { instanceId: "\u0000", orderId: order.orderCode },
      { instanceId: "coded", orderId: "\u0000" },
    ];
    for (const other of others) expect(await findOrderKey(test.admin, other)).toEqual(other);
    expect(await findOrderKey(test.ctx, byCode)).toEqual(byCode);
  });

  it("don't exist outside of the scope, and neither do its calls", async () => {
    const [order, own] = [await buy("scoped"), await openDraw(test, "own")];
    const manager = asRole("Order Manager", { kind: "draw", drawId: own });
    const missing = { ok: false, reason: "order-not-found" };
    const unpaid = await place(test, "scoped");
    for (const ctx of [manager, asRole("admin", { kind: "parent", parentId: "other-parent" })]) {
      expect(await viewOrder(ctx, order)).toEqual(missing);
      expect(await addNote(ctx, order, { text: "Hello" })).toEqual(missing);
      expect(await showContact(ctx, order)).toEqual(missing);
      expect(await cancelOrder(ctx, unpaid)).toEqual(missing);
    }
    const within = asRole("Order Manager", { kind: "draw", drawId: "scoped" });
    expect(await cancelOrder(within, unpaid)).toEqual({ ok: true });
    expect(await viewOrder(test.admin, { ...order, orderId: "' or true" })).toEqual(missing);
  });

  it("can be cancelled by who works on orders, not by who looks", async () => {
    const unpaid = await place(test, await openDraw(test, "unpaid"));
    expect(await cancelOrder(asRole("auditor"), unpaid)).toMatchObject({ reason: "admin-right-missing" });
    const before = await viewOrder(asRole("Order Manager"), unpaid);
    expect(before).toMatchObject({
      order: { status: "reserved", nextStep: "wait", actions: ["note", "contact", "cancel"] },
    });
    expect(await cancelOrder(asRole("Order Manager"), unpaid)).toEqual({ ok: true });
    expect(await listEntries(test, unpaid)).toContainEqual(
      expect.objectContaining({ action: "cancelled", operator: "person:p1" }),
    );
  });
});

it("a winner's order is found by its number, with how to reach the buyer, and the tablet and operator of the sale", async () => {
  const gate = await registerDevice(test, { deviceId: "winner-gate" });
  const draw = await openCashDraw(test, "won");
  const buyer = { name: "Rosalie Roy", email: "rosalie@example.com", phone: "613-555-0144", province: "ON" } as const;
  await sellForCash(gate, draw);
  const sold = await sellForCash(gate, draw, { buyer });
  const manager = asRole("Order Manager");
  const found = await searchOrders(manager, { q: `#${sold.numbers[0]?.first}`, instanceId: draw });
  expect(found).toMatchObject({ ok: true, way: "ticket", orders: [{ orderCode: sold.orderCode }] });
  const device = { device: "Gate", operator: "Alex" };
  expect(await viewOrder(manager, sold)).toMatchObject({ order: { buyer: { name: "Rosalie Roy" }, ...device } });
  const contact = { name: "Rosalie Roy", email: "rosalie@example.com", phone: "6135550144" };
  expect(await showContact(manager, sold)).toEqual({ ok: true, contact });
});

it("an order names the money that a refund without lines would send back: of two refused ones the first", async () => {
  const order = await buy("unreturned");
  expect(await viewOrder(test.admin, order)).toMatchObject({ order: { unreturned: null } });
  const { instanceId, orderId } = order;
  const at = test.clock.now().toISOString();
  await queryRows(
    test.ctx.db,
    sql`insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, reason, requested_by, requested_at, answered_at)
      select draw_id, order_id || 'RF' || n, order_id, gateway_order_number, array[n], 'surplus', 'return', 600 + n * 100,
        'refused', 'refund-refused', 'system', ${at}::timestamptz + n * interval '1 second', ${at}::timestamptz
      from payment_attempts, generate_series(1, 2) n where draw_id = ${instanceId} and order_id = ${orderId}`,
  );
  expect(await viewOrder(test.admin, order)).toMatchObject({ order: { unreturned: 7 } });
});

it("an order says which of its tickets won, and which prize", async () => {
  const prize = { en: "A canoe", fr: "Un canot" };
  const draw = await openDrawWithWinner(test, "winning", { prizes: { "Grand Prize": [{ description: prize }] } });
  const [winner, other] = [await place(test, "winning"), await place(test, "winning")];
  await pay(test.ctx, winner);
  await pay(test.ctx, other);
  expect(await viewOrder(test.admin, winner)).toMatchObject({ order: { wins: [] } });
  test.clock.advance(9 * dayMs);
  await draw(1);
  const [won] = [{ poolId: "main", pool: null, ticketNumber: 1, prizeType: "Grand Prize", prize }];
  // Half of $20, which two orders of a ticket each paid.
  const wins = [{ ...won, amount: 10 }];
  expect(await viewOrder(test.admin, winner)).toMatchObject({ order: { wins, refundable: [] } });
  expect(await viewOrder(test.admin, other)).toMatchObject({ order: { wins: [] } });
});

it("a partly refunded order tells what was refunded, and what a person may still refund today", async () => {
  const drawId = await openDraw(test, "partly");
  const lines = ["one", "five"].map((packageId) => ({ poolId: "main", packageId, quantity: 1 }));
  const order = await place(test, drawId, 1, { lines });
  await pay(test.ctx, order);
  await requestRefund(test.admin, order, { lines: [1] });
  expect(await viewOrder(test.admin, order)).toMatchObject({
    order: { amount: 30, refunded: 10, isPartlyRefunded: true, refundAllowance: null },
  });
  const { ctx } = await joinConsole(test, [{ role: "Order Refunder", scope: { kind: "everything" } }]);
  expect(await viewOrder(ctx, order)).toMatchObject({ order: { refundAllowance: 500 } });
  expect(await requestRefund(ctx, order, {})).toMatchObject({ ok: true });
  expect(await viewOrder(ctx, order)).toMatchObject({ order: { refunded: 30, refundAllowance: 480 } });
  const { ctx: manager } = await joinConsole(test, [{ role: "Order Manager", scope: { kind: "everything" } }]);
  expect(await viewOrder(manager, order)).toMatchObject({ order: { refundAllowance: null } });
});

describe("contact details", () => {
  it("are shown by a call of their own, which the order's history names without them", async () => {
    const order = await buy("contacted");
    expect(await showContact(asRole("Order Email Re-sender"), order)).toMatchObject({ reason: "admin-right-missing" });
    expect(await showContact(asRole("auditor"), order)).toMatchObject({ reason: "admin-right-missing" });
    const contact = { name: "Marie Tremblay", email: "marie@example.com", phone: null };
    expect(await showContact(asRole("Order Manager"), order)).toEqual({ ok: true, contact });
    const entries = (await listEntries(test, order)).filter(({ action }) => action === "contact-shown");
    expect(entries).toMatchObject([{ operator: "person:p1", detail: {} }]);
  });
});

describe("notes and words", () => {
  it("are in a person's export without their author, and are erased with the buyer", async () => {
    const drawId = "erased-words";
    const draw = await openDrawWithWinner(test, drawId);
    const order = await buyPlanted(test, drawId);
    await pay(test.ctx, await place(test, drawId));
    test.clock.advance(120_000);
    await indexSearchTerms(test.ctx);
    await addNote(asRole("Order Manager"), order, { text: "Zephirine called." });
    expect(await findText(test.ctx.db, "zephirine")).toEqual(
      expect.arrayContaining(["order_notes.text", "order_words.word"]),
    );
    const person = await exportBuyer(test.admin, { email: planted.email });
    expect(person).toMatchObject({ ok: true, orders: [{ notes: [{ text: "Zephirine called." }] }] });
    expect(JSON.stringify(person)).not.toContain("person:p1");
    test.clock.advance(9 * dayMs);
    await draw(3);
    test.clock.advance(300 * dayMs);
    expect(await erasePerson(test.admin, { email: planted.email })).toMatchObject({ ok: true, kept: [] });
    expect(await findText(test.ctx.db, "zephirine")).toEqual([]);
    expect(await findText(test.ctx.db, "quagmire")).toEqual([]);
    await indexSearchTerms(test.ctx);
    expect(await findText(test.ctx.db, "quagmire")).toEqual([]);
    expect(await addNote(test.admin, order, { text: "Late" })).toEqual({ ok: false, reason: "details-erased" });
    expect(await showContact(test.admin, order)).toEqual({ ok: false, reason: "details-erased" });
  });

  it("are written once, and a look at contact details is noted once, when the answer is lost", async () => {
    const order = await buy("lost-answers");
    const manager = asRole("Order Manager");
    expect(await addNote(loseAnswer(manager), order, { text: "Once." })).toMatchObject({ notes: [{ text: "Once." }] });
    expect(await showContact(loseAnswer(manager), order)).toMatchObject({ ok: true });
    const actions = (await listEntries(test, order)).map(({ action }) => action);
    expect(actions.filter((action) => action === "note-added" || action === "contact-shown")).toHaveLength(2);
    const weak = withoutGuard(manager, "pg_xact_status(", "format('aborted', ").ctx;
    expect(await addNote(loseAnswer(weak), order, { text: "Twice." })).toMatchObject({ notes: Array(3).fill({}) });
  });

  it.each(["", " ", "x".repeat(1001), "a\u0000b", "\u202Etxt"])("refuse the note %j", async (text) => {
    expect(await addNote(test.admin, { instanceId: "viewed", orderId: "0".repeat(26) }, { text })).toMatchObject({
      ok: false,
      reason: "invalid-input",
    });
  });
});

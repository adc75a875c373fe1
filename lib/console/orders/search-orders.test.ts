import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it } from "vitest";
import { indexSearchTerms } from "@/lib/console/index-search-terms";
import type { Context } from "@/lib/context";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import type { OrderView } from "@/lib/orders/rules";
import type { Buyer } from "@/lib/orders/schema";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { correctBuyer } from "@/lib/privacy/correct-buyer";
import { requestRefund } from "@/lib/refunds/request-refund";
import { sellForCash } from "@/tests/support/core/cash";
import { openDraw, pay, place } from "@/tests/support/core/orders";
import { placeBy, registerDevice } from "@/tests/support/core/terminal";
import { openTestContext } from "@/tests/support/core/test-context";
import { listOrders } from "./list-orders";
import { searchOrders } from "./search-orders";

const test = await openTestContext();
afterAll(() => test.close());

const marie: Buyer = {
  name: "Marie-Ève Tremblay",
  email: "Marie.Eve@Example.com",
  phone: "613-555-0123",
  province: "ON",
};

function asRole(role: Role, scope: Scope = { kind: "everything" }): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } };
}

const manager = asRole("Order Manager");

async function buy(drawId: string, buyer: Buyer = marie): Promise<OrderView> {
  test.clock.advance(1000);
  const order = await placeBy(test.ctx, drawId, { buyer });
  await pay(test.ctx, order);
  return order;
}

async function index(): Promise<void> {
  test.clock.advance(120_000);
  await indexSearchTerms(test.ctx);
}

async function find(ctx: Context, body: Record<string, unknown>) {
  const found = await searchOrders(ctx, body);
  if (!found.ok) return found.reason;
  return { codes: found.orders.map(({ orderCode }) => orderCode), way: found.way };
}

const nothing = { codes: [], way: null };

describe("a manager's search", () => {
  it("finds an order by each way, however it is typed", async () => {
    const draw = await openDraw(test, "ways", { additionalOptions: { uniqueOrderPrefix: "OIL" } });
    const order = await buy(draw);
    await index();
    const { orderCode } = order;
    const [row] = await test.ctx.db
      .execute(sql`select card_last_four as four from orders where draw_id = ${draw}`)
      .then((result) => (result as unknown as { rows: { four: string }[] }).rows);
    const day = new Date(test.clock.now().getTime() - 5 * 60 * 60_000).toISOString().slice(0, 10);
    const of = (way: string) => ({ codes: [orderCode], way });
    expect(await find(manager, { q: "marie.eve@example.com" })).toEqual(of("email"));
    expect(await find(manager, { q: orderCode.toLowerCase() })).toEqual(of("code"));
    expect(await find(manager, { q: orderCode.slice(3) })).toEqual(of("code"));
    expect(await find(manager, { q: "(613) 555-0123" })).toEqual(of("phone"));
    expect(await find(manager, { q: "#1", instanceId: draw })).toEqual(of("ticket"));
    for (const q of ["mar", "TREMB", "eve tremblay", "Marie-Eve", "trem mar", "mar trem ev"]) {
      expect(await find(manager, { q, instanceId: draw })).toEqual(of("name"));
    }
    expect(await find(manager, { lastFour: row?.four ?? "", instanceId: draw, day })).toEqual(of("last-four"));
    for (const q of ["arie", "Marie Tremblat", "%", "eve@example.com", "613-555-0124", "#2"]) {
      expect(await find(manager, { q, instanceId: draw })).toEqual(nothing);
    }
    expect(await find(manager, { lastFour: row?.four ?? "", instanceId: draw, day: "2026-01-01" })).toEqual(nothing);
    expect(await find(manager, { lastFour: "0000", instanceId: draw, day })).toEqual(nothing);
  });

  it("finds an order by the validation number on its receipt", async () => {
    const gate = await registerDevice(test, { deviceId: "receipts" });
    const draw = await openDraw(test, "validated", { terminal: { allowAnonymousCash: true } });
    const order = await sellForCash(gate, draw);
    const number = order.validationNumber ?? "";
    expect(await find(manager, { q: number })).toEqual({ codes: [order.orderCode], way: "validation-number" });
    expect(await find(asRole("Order Email Re-sender"), { q: number })).toEqual(nothing);
  });

  it("reads O as 0, I and L as 1, in a code and in its draw's prefix", async () => {
    const draw = await openDraw(test, "misread", { additionalOptions: { uniqueOrderPrefix: "0IL" } });
    const order = await buy(draw);
    await test.ctx.db.execute(sql`update orders set order_code = '0ILA0B1C2D3' where order_code = ${order.orderCode}`);
    for (const q of ["0ILA0B1C2D3", "oil-aobi c2d3", "OLI AOBLC2D3", "aoblc2d3", "A0B1C2D3"]) {
      expect(await find(manager, { q })).toEqual({ codes: ["0ILA0B1C2D3"], way: "code" });
    }
    for (const q of ["XILA0B1C2D3", "0IL A0B1C2D", "A0B1C2D4"]) expect(await find(manager, { q })).toEqual(nothing);
  });

  it("finds an order once, however many of its words begin alike", async () => {
    const draw = await openDraw(test, "alike");
    const order = await buy(draw, { ...marie, name: "Marc Martin Marchand" });
    await index();
    for (const q of ["mar", "marc", "mar marchand"]) {
      expect(await find(manager, { q, instanceId: draw })).toEqual({ codes: [order.orderCode], way: "name" });
    }
  });

  it("asks for a draw where a name or a number needs one", async () => {
    await openDraw(test, "asked");
    for (const q of ["Tremblay", "#12"]) {
      expect(await searchOrders(manager, { q })).toMatchObject({ ok: true, orders: [], needsDraw: true });
    }
    expect(await searchOrders(manager, { q: "Nobody", instanceId: "asked" })).toMatchObject({ needsDraw: false });
  });

  it("shows no email, no phone and no id of an order", async () => {
    const order = await buy(await openDraw(test, "masked"));
    const text = JSON.stringify(await searchOrders(manager, { q: order.orderCode }));
    expect(text).toContain("M•••@Example.com");
    expect(text).not.toMatch(new RegExp(`Marie.Eve@|5550123|${order.orderId}`));
  });

  it("finds names of one draw alone", async () => {
    const [here, there] = [await openDraw(test, "here"), await openDraw(test, "there")];
    const order = await buy(there, { ...marie, name: "Zoé Unique" });
    await index();
    expect(await find(manager, { q: "uniq", instanceId: here })).toEqual(nothing);
    expect(await find(manager, { q: "uniq", instanceId: there })).toEqual({ codes: [order.orderCode], way: "name" });
  });

  it("follows a corrected name at once, also of an order whose words come later", async () => {
    const draw = await openDraw(test, "corrected");
    const indexed = await buy(draw);
    await index();
    const late = await buy(draw, { ...marie, name: "Paul Roy" });
    await correctBuyer(test.admin, indexed, { name: "Anne Gagnon" });
    await correctBuyer(test.admin, late, { name: "Paul King" });
    await index();
    expect(await find(manager, { q: "gagn", instanceId: draw })).toEqual({ codes: [indexed.orderCode], way: "name" });
    expect(await find(manager, { q: "king", instanceId: draw })).toEqual({ codes: [late.orderCode], way: "name" });
    for (const q of ["tremblay", "roy"]) expect(await find(manager, { q, instanceId: draw })).toEqual(nothing);
  });

  it("finds an order that was refunded before its words came", async () => {
    const draw = await openDraw(test, "refunded-early");
    const order = await buy(draw, { ...marie, name: "Luc Hâtif" });
    expect(await requestRefund(test.admin, order, {})).toMatchObject({ ok: true });
    await index();
    expect(await find(manager, { q: "hatif", instanceId: draw })).toEqual({ codes: [order.orderCode], way: "name" });
  });

  it.each([
    [{}, "invalid-input"],
    [{ q: "" }, "invalid-input"],
    [{ q: "x".repeat(65) }, "invalid-input"],
    [{ lastFour: "42", instanceId: "ways", day: "2026-11-20" }, "invalid-input"],
    [{ lastFour: "4242", instanceId: "ways" }, "invalid-input"],
    [{ lastFour: "4242", instanceId: "no-such-draw", day: "2026-11-20" }, "draw-not-found"],
  ])("refuses %j", async (body, reason) => {
    expect(await find(manager, body)).toBe(reason);
  });
});

it("rows have the time zone of their draw", async () => {
  const [west, east] = [await openDraw(test, "west", { timeZone: "America/Vancouver" }), await openDraw(test, "east")];
  const orders = [await buy(west), await buy(east)];
  const zones = new Map([
    [west, "America/Vancouver"],
    [east, "America/Toronto"],
  ]);
  const page = await listOrders(manager, {});
  const listed = page.ok ? page.orders.filter(({ instanceId }) => zones.has(instanceId)) : [];
  expect(listed.map(({ instanceId, timeZone }) => [instanceId, timeZone])).toEqual([...zones].toReversed());
  for (const { orderCode, instanceId } of orders) {
    const timeZone = zones.get(instanceId) ?? "";
    expect(await searchOrders(manager, { q: orderCode })).toMatchObject({ orders: [{ timeZone }] });
  }
});

describe("scope", () => {
  it("bounds every way of a search and the list: what is outside doesn't exist", async () => {
    const [own, other] = [await openDraw(test, "own-scope"), await openDraw(test, "other-scope")];
    const buyer = { ...marie, email: "both@example.com", phone: "6135550777", name: "Both Draws" };
    const [inside, outside] = [await buy(own, buyer), await buy(other, buyer)];
    await index();
    const scoped = asRole("Order Manager", { kind: "draw", drawId: own });
    const day = test.clock.now().toISOString().slice(0, 10);
    const foreign = [
      { q: outside.orderCode },
      { q: "#1", instanceId: other },
      { q: "both", instanceId: other },
      { q: "both@example.com", instanceId: other },
    ];
    for (const body of foreign) {
      expect(await find(scoped, body)).toEqual(nothing);
      // Control: without a scope each of these searches finds the order.
      expect(await find(manager, body)).toMatchObject({ codes: expect.arrayContaining([outside.orderCode]) });
    }
    for (const q of ["both@example.com", "613 555 0777"]) {
      expect(await find(scoped, { q })).toMatchObject({ codes: [inside.orderCode] });
      expect(await find(manager, { q })).toMatchObject({ codes: [outside.orderCode, inside.orderCode] });
    }
    expect(await find(scoped, { lastFour: "4242", instanceId: other, day })).toBe("draw-not-found");
    const list = async (ctx: Context, query: Record<string, string>) => {
      const page = await listOrders(ctx, query);
      return page.ok ? page.orders.map(({ instanceId }) => instanceId) : page.reason;
    };
    expect(await list(scoped, {})).toEqual([own]);
    expect(await list(scoped, { instanceId: other })).toEqual([]);
    expect(await list(manager, { instanceId: other })).toEqual([other]);
  });

  it("holds by parent too", async () => {
    const draw = await openDraw(test, "parented");
    const order = await buy(draw);
    const [own, foreign] = ["test-parent", "other-parent"].map((parentId) =>
      asRole("Order Manager", { kind: "parent", parentId }),
    ) as [Context, Context];
    expect(await find(own, { q: order.orderCode })).toMatchObject({ codes: [order.orderCode] });
    expect(await find(foreign, { q: order.orderCode })).toEqual(nothing);
  });
});

describe("roles", () => {
  it("let a re-sender find by code or exact email alone, and an auditor by everything", async () => {
    const draw = await openDraw(test, "roles");
    const order = await buy(draw, { ...marie, email: "roles@example.com", phone: "6135550888" });
    await index();
    const [sender, auditor] = [asRole("Order Email Re-sender"), asRole("auditor")];
    for (const q of [order.orderCode, "roles@example.com"]) {
      expect(await find(sender, { q })).toMatchObject({ codes: [order.orderCode] });
    }
    for (const q of ["6135550888", "tremblay", "#1"]) {
      expect(await find(sender, { q, instanceId: draw })).toEqual(nothing);
      expect(await find(auditor, { q, instanceId: draw })).toMatchObject({ codes: [order.orderCode] });
    }
    expect(await listOrders(sender, {})).toMatchObject({ reason: "admin-right-missing" });
    expect(await find(asRole("Winner Picker"), { q: order.orderCode })).toBe("admin-right-missing");
    expect(await find(test.ctx, { q: order.orderCode })).toBe("admin-key-wrong");
  });

  it("of two draws don't add up to more in either", async () => {
    const [sent, viewed] = [await openDraw(test, "sent"), await openDraw(test, "viewed")];
    const order = await buy(sent, { ...marie, phone: "6135550999" });
    const grants = toGrants([
      { role: "Order Email Re-sender", scope: { kind: "draw", drawId: sent } },
      { role: "Winner Picker", scope: { kind: "everything" } },
    ]);
    const both: Context = { ...test.ctx, actor: { kind: "admin", grants } };
    expect(await find(both, { q: order.orderCode })).toMatchObject({ codes: [order.orderCode] });
    expect(await find(both, { q: "6135550999" })).toEqual(nothing);
    expect(await listOrders(both, { instanceId: viewed })).toMatchObject({ reason: "admin-right-missing" });
  });
});

describe("the list of a filter", () => {
  it("goes by state and day of placing, and pages through", async () => {
    const draw = await openDraw(test, "filtered");
    const [paid, refunded] = [await buy(draw), await buy(draw)];
    await requestRefund(test.admin, refunded, {});
    const cancelled = await place(test, draw);
    await cancelOrder(test.ctx, cancelled);
    const open = await place(test, draw);
    const codes = async (query: Record<string, string>) => {
      const page = await listOrders(manager, { instanceId: draw, ...query });
      return page.ok ? page.orders.map(({ orderCode }) => orderCode) : page.reason;
    };
    expect(await codes({ state: "paid" })).toEqual([paid.orderCode]);
    expect(await codes({ state: "refunded" })).toEqual([refunded.orderCode]);
    expect(await codes({ state: "cancelled" })).toEqual([cancelled.orderCode]);
    expect(await codes({ state: "open" })).toEqual([open.orderCode]);
    expect(await codes({})).toHaveLength(4);
    const today = new Date(test.clock.now().getTime() - 5 * 60 * 60_000).toISOString().slice(0, 10);
    expect(await codes({ from: today, to: today })).toHaveLength(4);
    expect(await codes({ to: "2026-11-01" })).toEqual([]);
    expect(await codes({ state: "sold" })).toBe("invalid-input");
    expect(await codes({ cursor: "not-ours" })).toBe("invalid-input");
  });
});

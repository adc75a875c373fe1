import { sql } from "drizzle-orm";
import { afterAll, describe, expect, it, vi } from "vitest";
import type { Context } from "@/lib/context";
import type { Role, Scope } from "@/lib/people/rules.roles";
import { toGrants } from "@/lib/people/rules.roles";
import { correctBuyer } from "@/lib/privacy/correct-buyer";
import { openDraw, place, sell } from "@/tests/support/core/orders";
import { dayMs, openDrawWithWinner } from "@/tests/support/core/planted-person";
import { refundOutcome } from "@/tests/support/core/refunds";
import { openTestContext } from "@/tests/support/core/test-context";
import { exportOrders } from "./export-orders";
import { listOrders } from "./list-orders";
import { searchOrders } from "./search-orders";

const test = await openTestContext();
afterAll(() => test.close());

const { giveBack } = test.gateway;

function asRole(role: Role, scope: Scope = { kind: "everything" }): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:p1", grants: toGrants([{ role, scope }]) } };
}

const manager = asRole("Order Manager");

async function sellTo(drawId: string) {
  test.clock.advance(1000);
  return sell(test, drawId);
}

async function failMails({ orderId }: { orderId: string }): Promise<void> {
  await test.ctx.db.execute(sql`update outbox set state = 'failed' where order_id = ${orderId}`);
}

/** An order with an email that failed, one with a refused refund, one with an unclear payment, and one with none. */
async function fillDraw(id: string) {
  const drawId = await openDraw(test, id);
  const undelivered = await sellTo(drawId);
  await failMails(undelivered);
  const refused = await sellTo(drawId);
  test.gateway.giveBack = async () => ({ kind: "refused", reason: "refund-refused", code: "1" });
  const logged = vi.spyOn(console, "error").mockImplementation(() => {});
  expect(await refundOutcome(test, refused)).toBe("refund-refused");
  logged.mockRestore();
  test.gateway.giveBack = giveBack;
  test.clock.advance(1000);
  const unclear = await place(test, drawId);
  await test.ctx.db.execute(sql`update orders set status = 'unknown' where order_id = ${unclear.orderId}`);
  const fine = await sellTo(drawId);
  return { drawId, undelivered, refused, unclear, fine };
}

const here = await fillDraw("here");
const there = await fillDraw("there");

async function list(ctx: Context, query: Record<string, string>) {
  const listed = await listOrders(ctx, query);
  return listed.ok ? listed.orders.map(({ orderCode }) => orderCode) : listed.reason;
}

const codes = (...orders: { orderCode: string }[]) => orders.map(({ orderCode }) => orderCode);

describe("orders that need attention", () => {
  it("are listed by what they need, the latest first, and marked with it", async () => {
    const { drawId: instanceId, undelivered, refused, unclear } = here;
    const all = await listOrders(manager, { instanceId, state: "attention" });
    expect(all.ok && all.orders.map(({ orderCode, attention }) => [orderCode, attention])).toEqual([
      [unclear.orderCode, ["payment-unclear"]],
      [refused.orderCode, ["refund-refused"]],
      [undelivered.orderCode, ["email-undelivered"]],
    ]);
    expect(await list(manager, { instanceId, state: "email-undelivered" })).toEqual(codes(undelivered));
    expect(await list(manager, { instanceId, state: "refund-refused" })).toEqual(codes(refused));
    expect(await list(manager, { instanceId, state: "payment-unclear" })).toEqual(codes(unclear));
    const found = await searchOrders(manager, { q: here.fine.orderCode });
    expect(found.ok && found.orders.map(({ attention }) => attention)).toEqual([[]]);
  });

  it("are listed on one's days and pages", async () => {
    const query = { instanceId: here.drawId, state: "attention" };
    expect(await list(manager, { ...query, to: "2026-11-19" })).toEqual([]);
    expect(await list(manager, { ...query, from: "2026-11-20" })).toHaveLength(3);
  });

  it("are only those of one's scope", async () => {
    const scoped = asRole("Order Manager", { kind: "draw", drawId: here.drawId });
    const mine = codes(here.unclear, here.refused, here.undelivered);
    expect(await list(scoped, { state: "attention" })).toEqual(mine);
    expect(await list(scoped, { state: "attention", instanceId: there.drawId })).toEqual([]);
    const everywhere = codes(there.unclear, there.refused, there.undelivered);
    expect(await list(manager, { state: "attention" })).toEqual([...everywhere, ...mine]);
  });

  it.each(["Order Email Re-sender", "Teams Manager", "Winner Picker"] as const)(
    "aren't listed for a person who is only %s",
    async (role) => {
      expect(await list(asRole(role), { state: "attention" })).toBe("admin-right-missing");
    },
  );

  it("are exported, and their number recorded", async () => {
    const exported = await exportOrders(asRole("auditor"), { instanceId: here.drawId, state: "attention" });
    if (!exported.ok) throw new Error(exported.reason);
    let text = "";
    for await (const part of exported.text) text += part;
    for (const { orderCode } of [here.undelivered, here.refused, here.unclear]) expect(text).toContain(orderCode);
    expect(text).not.toContain(here.fine.orderCode);
    const entries = await test.ctx.db.execute(
      sql`select detail from audit_entries where draw_id = ${here.drawId} and action = 'orders-exported'`,
    );
    expect((entries as unknown as { rows: unknown[] }).rows).toMatchObject([{ detail: { orders: 3 } }]);
  });

  it("need none once the email is corrected, the refund is made, or the buyer is erased", async () => {
    const { drawId: instanceId, undelivered, refused } = await fillDraw("settled");
    const erased = await sellTo(instanceId);
    await failMails(erased);
    expect(await list(manager, { instanceId, state: "attention" })).toHaveLength(4);
    test.clock.advance(60_000);
    await correctBuyer(test.admin, undelivered, { email: "right@example.test" });
    expect(await refundOutcome(test, refused)).toBe("refunded");
    expect(await list(manager, { instanceId, state: "refund-refused" })).toEqual([]);
    expect(await list(manager, { instanceId, state: "email-undelivered" })).toEqual(codes(erased));
    await test.ctx.db.execute(sql`update orders set buyer = null where order_id = ${erased.orderId}`);
    expect(await list(manager, { instanceId, state: "email-undelivered" })).toEqual([]);
  });
});

describe("a winner's order", () => {
  it("is marked among others while its number is valid", async () => {
    const draw = await openDrawWithWinner(test, "won");
    const [winner, other] = [await sellTo("won"), await sellTo("won")];
    test.clock.advance(9 * dayMs);
    await draw(1);
    const found = async () => {
      const listed = await listOrders(manager, { instanceId: "won" });
      return listed.ok ? listed.orders.map(({ orderCode, isWinner }) => [orderCode, isWinner]) : [];
    };
    expect(await found()).toEqual([
      [other.orderCode, false],
      [winner.orderCode, true],
    ]);
    await test.ctx.db.execute(sql`update number_ranges set voided_at = now() where order_id = ${winner.orderId}`);
    expect((await found()).at(-1)).toEqual([winner.orderCode, false]);
  });
});

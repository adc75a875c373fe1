import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { findAdminOrders } from "@/lib/admin/find-admin-orders";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { cancelOrder } from "@/lib/orders/holds/cancel-order";
import { readOrder } from "@/lib/orders/read-order";
import { readOrderRow } from "@/lib/orders/store";
import { listEntries } from "@/lib/orders/store.audit";
import { findBrokenConstraint } from "@/lib/platform/db/errors";
import { deliverMail } from "@/lib/receipts/delivery/deliver-mail";
import { reprintReceipt } from "@/lib/receipts/reprint-receipt";
import { resendReceipt } from "@/lib/receipts/resend-receipt";
import { sealAll } from "@/tests/support/core/audit-chain";
import { findText } from "@/tests/support/core/find-text";
import { readOutbox } from "@/tests/support/core/mailed-order";
import { pay, place } from "@/tests/support/core/orders";
import {
  buyPlanted,
  dayMs,
  openDrawWithWinner,
  placePlanted,
  planted,
  plantedTexts,
} from "@/tests/support/core/planted-person";
import { registerDevice } from "@/tests/support/core/terminal";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";
import type { ErasedPerson } from "./erase-person";
import { erasePerson } from "./erase-person";
import { findPersonOrders } from "./store";

let test: TestContext;

beforeEach(async () => {
  await test?.close();
  test = await openTestContext();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

async function erase(email = planted.email, dryRun = false): Promise<ErasedPerson> {
  const told = await erasePerson(test.admin, { email, dryRun });
  if (!told.ok) throw new Error(told.reason);
  return { erased: told.erased, kept: told.kept, unfinished: told.unfinished, access: told.access };
}

const placesOf = async () => (await Promise.all(plantedTexts.map((text) => findText(test.ctx.db, text)))).flat();

/** Sells one paid and one unpaid order of a draw whose retention period is over. */
async function sellLongAgo() {
  const draw = await openDrawWithWinner(test, "past");
  const [paid, unpaid] = [await buyPlanted(test, "past"), await placePlanted(test, "past")];
  await cancelOrder(test.ctx, unpaid);
  const other = await place(test, "past");
  // The winning number is one of these later ones.
  await pay(test.ctx, await place(test, "past"));
  await deliverMail(test.ctx);
  test.clock.advance(9 * dayMs);
  await draw(3);
  test.clock.advance(184 * dayMs);
  return { paid, unpaid, other };
}

async function breakErasing(orderId: string | undefined) {
  const { db } = test.ctx;
  await db.execute(
    sql.raw(`create function fail_erasing() returns trigger language plpgsql as
      $$ begin raise exception 'no room'; end $$`),
  );
  await db.execute(
    sql.raw(`create trigger fail_erasing before update on orders for each row
      when (old.order_id = '${orderId}' and new.erased_at is not null) execute function fail_erasing()`),
  );
  return () => db.execute(sql`drop trigger fail_erasing on orders`);
}

describe("erasing a person", () => {
  it("leaves nothing of them in any column of any table", async () => {
    await sellLongAgo();
    expect(new Set(await placesOf())).toEqual(new Set(["orders.buyer"]));
    expect((await erase()).erased).toHaveLength(2);
    expect(await placesOf()).toEqual([]);
  });

  it("keeps the code, numbers, amount, times and province, and other people's orders", async () => {
    const { paid, other } = await sellLongAgo();
    const before = await readOrderRow(test.ctx.db, "past", paid.orderId);
    const views = [await readOrder(test.ctx, paid), await readOrder(test.ctx, other)];
    await erase();
    const gone = { buyer: null, cardLastFour: null, clientKey: "", requestHash: "", erasedProvince: "ON" };
    const after = { ...before, ...gone, erasedAt: test.clock.now() };
    expect(await readOrderRow(test.ctx.db, "past", paid.orderId)).toEqual(after);
    const [view, others] = views;
    if (!view?.ok) throw new Error(view?.reason);
    const erased = { ...view.order, buyer: null, card: null, isErased: true };
    expect([await readOrder(test.ctx, paid), await readOrder(test.ctx, other)]).toEqual([
      { ok: true, order: erased },
      others,
    ]);
  });

  it("finds the address in any case, changes nothing in a dry run, and nothing when repeated", async () => {
    await sellLongAgo();
    const dry = await erase(planted.email.toUpperCase(), true);
    expect(dry.erased).toHaveLength(2);
    expect(await placesOf()).not.toEqual([]);
    expect(await erase(planted.email.toLowerCase())).toEqual(dry);
    expect(await erase()).toEqual({ erased: [], kept: [], unfinished: 0, access: null });
  });

  it("tells what it did when a later order fails, and does the rest when repeated", async () => {
    vi.spyOn(console, "error").mockImplementation(() => undefined);
    await sellLongAgo();
    const [first, second] = await findPersonOrders(test.ctx.db, planted.email, "everything");
    const mend = await breakErasing(second?.orderId);
    expect(await erase()).toMatchObject({ erased: [{ drawId: "past" }], unfinished: 1 });
    expect(await readOrderRow(test.ctx.db, "past", first?.orderId ?? "")).toMatchObject({ buyer: null });
    await expect(erase()).rejects.toThrow();
    await mend();
    expect(await erase()).toMatchObject({ erased: [{ drawId: "past" }], kept: [], unfinished: 0 });
    expect(await placesOf()).toEqual([]);
  });

  it("writes who did it, without a word of the person, and leaves the invariants clean", async () => {
    const { paid } = await sellLongAgo();
    await erase();
    const entries = await listEntries(test.ctx.db, "past", paid.orderId);
    expect(entries.filter(({ action }) => action === "details-erased")).toMatchObject([{ actor: "admin", detail: {} }]);
    await sealAll(test);
    const report = await checkInvariants(test.admin, { instanceId: null });
    expect(report.ok && report.violations).toEqual([]);
  });

  it("still finds the order by its validation number, and refuses to resend or reprint its receipt", async () => {
    const { paid } = await sellLongAgo();
    await erase();
    const read = await readOrder(test.ctx, paid);
    const number = read.ok ? (read.order.validationNumber ?? "") : "";
    const erased = { at: test.clock.now().toISOString(), province: "ON" };
    const found = { orderId: paid.orderId, buyer: null, erased };
    expect(await findAdminOrders(test.admin, number, null)).toMatchObject({ orders: [found] });
    const gate = await registerDevice(test, { deviceId: "gate" });
    const refused = { ok: false, reason: "details-erased" };
    expect(await resendReceipt(test.admin, paid)).toEqual(refused);
    expect(await reprintReceipt(gate, paid)).toEqual(refused);
  });

  it("sends no email that still waits", async () => {
    const { paid } = await sellLongAgo();
    await test.ctx.db.execute(sql`update outbox set state = 'waiting' where order_id = ${paid.orderId}`);
    const sent = test.mail.mails.length;
    await erase();
    await deliverMail(test.ctx);
    expect(test.mail.mails).toHaveLength(sent);
    expect(await readOutbox(test, paid)).toMatchObject([{ kind: "receipt", state: "undeliverable" }]);
  });

  it("can't be undone: the database takes no buyer for an erased order", async () => {
    const { paid } = await sellLongAgo();
    const restore = () => test.ctx.db.execute(sql`update orders set buyer = '{}' where order_id = ${paid.orderId}`);
    await restore();
    await test.ctx.db.execute(
      sql`update orders set buyer = ${JSON.stringify(planted)}::jsonb where order_id = ${paid.orderId}`,
    );
    await erase();
    expect(await restore().then(() => null, findBrokenConstraint)).toBe("orders_erased");
  });

  it("is for admins", async () => {
    expect(await erasePerson(test.ctx, { email: planted.email })).toEqual({ ok: false, reason: "admin-key-wrong" });
  });
});

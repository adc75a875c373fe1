import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { dayMs } from "@/lib/durations";
import { queryRows } from "@/lib/platform/db/database";
import { requestRefund } from "@/lib/refunds/request-refund";
import type { Grant, Right } from "@/lib/rights";
import { asTestDevice, openCashDraw, sellForCash } from "@/tests/support/core/cash";
import { issueTestDevice } from "@/tests/support/core/issued-device";
import { openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { listDeviceSales } from "./list-device-sales";

const test = await openTestContext();
afterAll(() => test.close());

function as(rights: Right[], ...scopes: Grant["scope"][]): Context {
  return { ...test.ctx, actor: { kind: "admin", grants: scopes.map((scope) => ({ rights, scope })) } };
}

const everything = { kind: "everything" } as const;
const ofParent = (parentId: string) => ({ kind: "parent", parentId }) as const;

async function openGate(parentId: string): Promise<{ deviceId: string; gate: Context }> {
  const { deviceId } = (await issueTestDevice(test, parentId)).device;
  return { deviceId, gate: asTestDevice(test, { deviceId, parentId }) };
}

async function salesFor(ctx: Context, parentId: string | null = null) {
  const listed = await listDeviceSales(ctx, parentId);
  if (!listed.ok) throw new Error(listed.reason);
  return new Map(listed.devices.map(({ deviceId, today }) => [deviceId, today]));
}

const cash = (orders: number, amount: number, refunded: number) => [{ method: "cash", orders, amount, refunded }];

describe("today's sales of devices", () => {
  let one: Awaited<ReturnType<typeof openGate>>;
  let other: Awaited<ReturnType<typeof openGate>>;
  let foreign: Awaited<ReturnType<typeof openGate>>;

  beforeAll(async () => {
    [one, other] = [await openGate("p-one"), await openGate("p-one")];
    foreign = await openGate("p-other");
    const first = await openCashDraw(test, "first", { parentId: "p-one" });
    const second = await openCashDraw(test, "second", { parentId: "p-one", timeZone: "America/Vancouver" });
    const far = await openCashDraw(test, "far", { parentId: "p-other" });
    for (const draw of [first, second]) await sellForCash(one.gate, draw);
    const refunded = await sellForCash(one.gate, second);
    expect(await requestRefund(test.admin, refunded, {})).toMatchObject({ ok: true, outcome: "refunded" });
    await sellForCash(other.gate, first);
    for (let index = 0; index < 40; index += 1) await sellForCash(foreign.gate, far);
  });

  it("are those of each alone, in all draws of its parent, refunds told apart", async () => {
    const sales = await salesFor(test.admin);
    expect(sales.get(one.deviceId)).toEqual(cash(2, 30, 10));
    expect(sales.get(other.deviceId)).toEqual(cash(1, 10, 0));
    expect(sales.get(foreign.deviceId)).toEqual(cash(40, 400, 0));
    expect([...(await salesFor(test.admin, "p-other")).keys()]).toEqual([foreign.deviceId]);
  });

  it("are shown within the scope alone, and read no row of another", async () => {
    const read = (scope: Grant["scope"]) =>
      rowsRead(test.ctx.db, async (db) => {
        await db.execute(sql`set local enable_seqscan = off`);
        const sales = await salesFor({ ...as(["devices", "view"], scope), db });
        expect(sales.has(one.deviceId)).toBe(true);
        expect(sales.has(foreign.deviceId)).toBe(scope.kind === "everything");
      });
    expect(await read(ofParent("p-one"))).toBeLessThan(40);
    // As a negative control, an admin who may see both draws reads both.
    expect(await read(everything)).toBeGreaterThan(40);
  });

  it("are hidden from who may not view the draws, such as a key for devices alone", async () => {
    expect((await salesFor(as(["devices"], everything))).get(one.deviceId)).toBeNull();
    const both: Grant[] = [
      { rights: ["devices"], scope: everything },
      { rights: ["view"], scope: ofParent("p-other") },
    ];
    const mixed = await salesFor({ ...test.ctx, actor: { kind: "admin", grants: both } });
    expect([mixed.get(one.deviceId), mixed.get(foreign.deviceId)]).toEqual([null, cash(40, 400, 0)]);
    expect(await listDeviceSales(as(["view"], everything), null)).toMatchObject({ reason: "admin-right-missing" });
  });

  it("begin again each day, and count a refund on the day that it leaves the drawer", async () => {
    const [order] = await queryRows<{ orderId: string }>(
      test.ctx.db,
      sql`select order_id as "orderId" from payment_attempts where draw_id = 'first' and device_id = ${other.deviceId}`,
    );
    test.clock.advance(2 * dayMs);
    expect((await salesFor(test.admin)).get(other.deviceId)).toEqual([]);
    const named = { instanceId: "first", orderId: order?.orderId ?? "" };
    expect(await requestRefund(test.admin, named, {})).toMatchObject({ ok: true, outcome: "refunded" });
    expect((await salesFor(test.admin)).get(other.deviceId)).toEqual(cash(0, 0, 10));
  });
});

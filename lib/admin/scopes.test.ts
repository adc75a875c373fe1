import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { listAdminDraws, readAdminDraw } from "@/lib/draws/read-admin-draw";
import { queryRows } from "@/lib/platform/db/database";
import { correctBuyer } from "@/lib/privacy/correct-buyer";
import { erasePerson } from "@/lib/privacy/erase-person";
import { exportBuyer } from "@/lib/privacy/export-buyer";
import { reconcileDay } from "@/lib/reconciliation/reconcile-day";
import type { DayClosed } from "@/lib/reconciliation/rules.day";
import { requestRefund } from "@/lib/refunds/request-refund";
import type { Grant, Right } from "@/lib/rights";
import { changeDevice } from "@/lib/terminal/device/change-device";
import { createDevice } from "@/lib/terminal/device/create-device";
import { listDeviceHistory, listDevices } from "@/lib/terminal/device/list-devices";
import { renewDevice } from "@/lib/terminal/device/renew-device";
import { revokeDevice } from "@/lib/terminal/device/revoke-device";
import { listAmbiguousDraws } from "@/lib/zones/list-ambiguous-draws";
import { asTestDevice, sellForCash } from "@/tests/support/core/cash";
import { sell } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { drawAt, openTestContext } from "@/tests/support/core/test-context";
import { rowsRead } from "@/tests/support/databases/count-reads";
import { fillDraw, toOrderId } from "@/tests/support/draws/large-draw";
import { findAdminOrders } from "./find-admin-orders";

const start = new Date("2026-11-28T18:00:00Z");
const otherOrders = 150;

/** The first order of the other draw. The first one of the own draw has the same code and buyer. */
const firstId = toOrderId(1);
const firstCode = `${firstId.slice(0, 8)}Z`;
const buyer = { email: "buyer1@example.test" };

const merchants = new Map<string, string>();

function toMerchantId(drawId: string): string {
  const merchantId = merchants.get(drawId) ?? String(300_200_001 + merchants.size);
  merchants.set(drawId, merchantId);
  return merchantId;
}

let test: TestContext;

/** Lists each payment in the report of its own account, as a gateway does. */
function separateAccounts({ gateway }: TestContext): void {
  const accounts = new Map<string, string>();
  const { charge, listPayments } = gateway;
  gateway.charge = (account, request) => {
    accounts.set(request.orderNumber, account.merchantId);
    return charge(account, request);
  };
  gateway.listPayments = async (account, request) => {
    const list = await listPayments(account, request);
    if (list.kind !== "listed") return list;
    const isOwn = ({ orderNumber }: { orderNumber: string }) => accounts.get(orderNumber) === account.merchantId;
    return { ...list, payments: list.payments.filter(isOwn) };
  };
}

/** A draw with an ambiguous date and a merchant account of its own. */
function definition(id: string, parentId: string, merchantId: string) {
  return drawAt(start, {
    ...{ id, urlSlug: id, parentId, timeZone: "America/Vancouver", endDate: "2026-12-19T18:00:00-08:00" },
    terminal: { allowAnonymousCash: true, allowRefund: true },
    apiKeys: { bambora: { merchantId, passcode: "passcode", reportingPasscode: "reporting" } },
  });
}

async function importAs(ctx: Context, id: string, parentId: string, merchantId = toMerchantId(id)) {
  const imported = await importDraw(ctx, definition(id, parentId, merchantId));
  return imported.ok ? "imported" : [imported.reason, ...(imported.fields ?? []).map(({ field }) => field)];
}

function as(scope: Grant["scope"], ...rights: Right[]): Context {
  return { ...test.ctx, actor: { kind: "admin", name: "person:test", grants: [{ rights, scope }] } };
}

const everywhere = { kind: "everything" } as const;
const ofOwnParent = { kind: "parent", parentId: "own-parent" } as const;
const ofOwnDraw = { kind: "draw", drawId: "own-draw" } as const;

let ownDevice = "";
let otherDevice = "";

async function createDeviceFor(parentId: string): Promise<string> {
  const created = await createDevice(test.admin, { parentId, locationId: "gate", name: "Gate" });
  if (!created.ok) throw new Error(created.reason);
  return created.device.deviceId;
}

beforeAll(async () => {
  test = await openTestContext(start);
  separateAccounts(test);
  await importAs(test.admin, "own-draw", "own-parent");
  await importAs(test.admin, "other-draw", "other-parent");
  [ownDevice, otherDevice] = [await createDeviceFor("own-parent"), await createDeviceFor("other-parent")];
  const from = new Date(start.getTime() - 30 * 60_000);
  await fillDraw(test, { drawId: "other-draw", orders: otherOrders, from, until: start });
  const { orderId } = await sell(test, "own-draw");
  const email = JSON.stringify(buyer.email);
  const asFirst = sql`order_code = ${firstCode}, buyer = jsonb_set(buyer, '{email}', ${email}::jsonb)`;
  await queryRows(test.ctx.db, sql`update orders set ${asFirst} where order_id = ${orderId}`);
});
afterAll(() => test.close());

/** Small tables are cheaper to scan, but the plan of a large one is to be tested. */
const withoutScans = sql`set local enable_seqscan = off`;

describe("lists and searches", () => {
  const lists: [string, Right, (ctx: Context) => Promise<unknown>][] = [
    ["orders by their code", "find", (ctx) => findAdminOrders(ctx, firstCode, null)],
    ["a person's data", "people", (ctx) => exportBuyer(ctx, buyer)],
    ["what may be erased", "people", (ctx) => erasePerson(ctx, { ...buyer, dryRun: true })],
    ["a day's money", "reports", (ctx) => reconcileDay(ctx, "2026-11-28")],
    ["draws", "view", (ctx) => listAdminDraws(ctx)],
    ["ambiguous draws", "draws", (ctx) => listAmbiguousDraws(ctx)],
  ];

  it.each(lists)("of %s read and show no row of another scope", async (_name, right, list) => {
    for (const scope of [ofOwnParent, ofOwnDraw]) {
      let answer = "";
      const rows = await rowsRead(test.ctx.db, async (db) => {
        await db.execute(withoutScans);
        answer = JSON.stringify(await list({ ...as(scope, right), db }));
      });
      expect(answer).toContain("own-draw");
      expect(answer).not.toContain("other-");
      expect(rows).toBeLessThan(otherOrders / 2);
    }
  });

  it.each(lists)("negative control: of %s, the same shows the other scope's to who has it too", async (...names) => {
    const [, right, list] = names;
    const both: Grant["scope"][] = [ofOwnDraw, { kind: "parent", parentId: "other-parent" }];
    const actor = { kind: "admin", grants: both.map((scope) => ({ rights: [right], scope })) } as const;
    for (const ctx of [as(everywhere, right), { ...test.ctx, actor }]) {
      const answer = JSON.stringify(await list(ctx));
      expect(answer).toContain("own-draw");
      expect(answer).toContain("other-draw");
    }
  });

  it("negative control: a day's money of all draws reads the rows of both", async () => {
    const rows = await rowsRead(test.ctx.db, async (db) => {
      await db.execute(withoutScans);
      await reconcileDay({ ...as(everywhere, "reports"), db }, "2026-11-28");
    });
    expect(rows).toBeGreaterThan(otherOrders);
  });

  it("find nothing by the order of another scope, as if there were none", async () => {
    const last = toOrderId(otherOrders);
    expect(await findAdminOrders(as(everywhere, "find"), last, null)).toMatchObject({ ok: true });
    const unknown = { ok: false, reason: "order-not-found" };
    expect(await findAdminOrders(as(ofOwnParent, "find"), last, null)).toEqual(unknown);
    expect(await findAdminOrders(as(ofOwnParent, "find"), firstCode, "other-draw")).toEqual(unknown);
    expect(await findAdminOrders(as(ofOwnParent, "find"), "F".repeat(26), null)).toEqual(unknown);
  });
});

describe("an order or a draw of another scope", () => {
  it("is unknown, and stays as it is", async () => {
    const others = { instanceId: "other-draw", orderId: firstId };
    const unknown = { ok: false, reason: "order-not-found" };
    const before = await countEntries("other-draw");
    expect(await requestRefund(as(ofOwnParent, "refunds"), others, {})).toEqual(unknown);
    expect(await correctBuyer(as(ofOwnDraw, "correct"), others, { name: "Marie Roy" })).toEqual(unknown);
    expect(await readAdminDraw(as(ofOwnDraw, "view"), "other-draw")).toEqual({ ok: false, reason: "draw-not-found" });
    expect(await countEntries("other-draw")).toBe(before);
  });

  it("negative control: with the right for it, the same call changes it", async () => {
    const others = { instanceId: "other-draw", orderId: firstId };
    const before = await countEntries("other-draw");
    const ofOther = { kind: "draw", drawId: "other-draw" } as const;
    expect(await correctBuyer(as(ofOther, "correct"), others, { name: "Marie Roy" })).toMatchObject({ ok: true });
    expect(await countEntries("other-draw")).toBe(before + 1);
  });

  async function countEntries(drawId: string): Promise<number> {
    const rows = await queryRows(test.ctx.db, sql`select from audit_entries where draw_id = ${drawId}`);
    return rows.length;
  }
});

describe("an import", () => {
  it("needs the right for the parent of a new draw", async () => {
    expect(await importAs(as(ofOwnParent, "draws"), "new-draw", "own-parent")).toBe("imported");
    const missing = ["admin-right-missing", "draws"];
    expect(await importAs(as(ofOwnParent, "draws"), "newer-draw", "other-parent")).toEqual(missing);
    expect(await importAs(as(ofOwnDraw, "draws"), "newer-draw", "own-parent")).toEqual(missing);
    expect(await importAs(as({ kind: "draw", drawId: "newer-draw" }, "draws"), "newer-draw", "p")).toEqual(missing);
  });

  it("redefines a draw of its scope, and none of another, whose id is taken", async () => {
    expect(await importAs(as(ofOwnDraw, "draws"), "new-draw", "own-parent")).toEqual(["invalid-input", "id"]);
    expect(await importAs(as(ofOwnParent, "draws"), "other-draw", "own-parent")).toEqual(["invalid-input", "id"]);
    expect(await importAs(as(ofOwnDraw, "draws"), "own-draw", "own-parent")).toBe("imported");
  });

  it("moves no draw out of its scope", async () => {
    const missing = ["admin-right-missing", "draws"];
    expect(await importAs(as(ofOwnParent, "draws"), "new-draw", "other-parent")).toEqual(missing);
    const ofDraw = { kind: "draw", drawId: "new-draw" } as const;
    expect(await importAs(as(ofDraw, "draws"), "new-draw", "other-parent")).toEqual(missing);
    expect(await importAs(as(everywhere, "draws"), "new-draw", "other-parent")).toBe("imported");
  });
});

describe("devices", () => {
  const unknown = { ok: false, reason: "device-not-found" };

  it("are those of the parents for which the right holds; a right for a draw is for none", async () => {
    const listIds = async (ctx: Context, parentId: string | null = null) => {
      const listed = await listDevices(ctx, parentId);
      return listed.ok ? listed.devices.map(({ deviceId }) => deviceId) : listed.reason;
    };
    expect(new Set(await listIds(as(everywhere, "devices")))).toEqual(new Set([ownDevice, otherDevice]));
    expect(await listIds(as(ofOwnParent, "devices"))).toEqual([ownDevice]);
    expect(await listIds(as(ofOwnParent, "devices"), "other-parent")).toEqual([]);
    expect(await listIds(as(ofOwnDraw, "devices"))).toEqual([]);
  });

  it("of another scope are unknown and stay as they are", async () => {
    const ctx = as(ofOwnParent, "devices");
    expect(await renewDevice(ctx, otherDevice)).toEqual(unknown);
    expect(await changeDevice(ctx, otherDevice, { listsOthers: true })).toEqual(unknown);
    expect(await revokeDevice(ctx, otherDevice)).toEqual(unknown);
    expect(await revokeDevice(as(ofOwnDraw, "devices"), ownDevice)).toEqual(unknown);
    expect(await listDeviceHistory(ctx, "other-parent")).toEqual({ ok: true, entries: [] });
    const history = await listDeviceHistory(as(everywhere, "history"), "other-parent");
    expect(history).toMatchObject({ ok: true, entries: [{ action: "device-created" }] });
    expect(await revokeDevice(as({ kind: "parent", parentId: "other-parent" }, "devices"), otherDevice)).toMatchObject({
      ok: true,
      device: { state: "revoked" },
    });
  });
});

describe("a day's money", () => {
  const closeAs = async (ctx: Context): Promise<DayClosed> => {
    const closed = await reconcileDay(ctx, "2026-11-28");
    if (!closed.ok) throw new Error(closed.reason);
    return closed;
  };
  const listIds = (rows: { instanceId: string | null }[]) => rows.map(({ instanceId }) => instanceId);

  it("is shown of an account whose draws are all in scope; cash of the draws in scope alone", async () => {
    await importAs(test.admin, "shared-own", "own-parent", "300208888");
    await importAs(test.admin, "shared-other", "other-parent", "300208888");
    for (const drawId of ["shared-own", "shared-other"]) {
      const parentId = drawId === "shared-own" ? "own-parent" : "other-parent";
      await sell(test, drawId);
      await sellForCash(asTestDevice(test, { parentId, deviceId: `gate-${drawId}` }), drawId);
    }
    const scoped = await closeAs(as(ofOwnParent, "reports"));
    expect(listIds(scoped.draws)).toEqual(["own-draw"]);
    expect(listIds(scoped.cash)).toEqual(["shared-own"]);
    expect(JSON.stringify(scoped)).not.toContain("other");
    const whole = await closeAs(as(everywhere, "reports"));
    expect(listIds(whole.draws)).toEqual(expect.arrayContaining(["own-draw", "shared-own", "shared-other"]));
    expect(listIds(whole.cash)).toEqual(["shared-other", "shared-own"]);
  });
});

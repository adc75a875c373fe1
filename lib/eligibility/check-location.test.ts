import { sql } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";

import type { Actor } from "@/lib/actor";
import type { Context } from "@/lib/context";
import type { IpLocation } from "@/lib/gateways/ip-location/port";
import { placeOrder } from "@/lib/orders/reserve/place-order";
import { listEntries } from "@/lib/orders/store.audit";
import { queryRows } from "@/lib/platform/db/database";
import { createBasket, freshKey, openDraw } from "@/tests/support/core/orders";
import type { TestContext } from "@/tests/support/core/test-context";
import { openTestContext } from "@/tests/support/core/test-context";

let test: TestContext;

beforeAll(async () => {
  test = await openTestContext();
});

afterEach(() => vi.restoreAllMocks());
afterAll(() => test.close());

const ottawa = { latitude: 45.4236, longitude: -75.7009, accuracy: 20 };
const gatineau = { latitude: 45.4286, longitude: -75.713, accuracy: 20 };
const onTheBridge = { latitude: 45.4225, longitude: -75.7127, accuracy: 20 };
const toronto = { latitude: 43.6426123, longitude: -79.3871456, accuracy: 17.25 };

const inOntario: IpLocation = { kind: "located", country: "CA", region: "ON" };

function seenAt(place: IpLocation, ctx: Context = test.ctx): Context {
  return {
    ...ctx,
    ipLocation: { locate: async () => place },
    caller: { ipAddress: "203.0.113.77", headers: new Headers() },
  };
}

function open(id: string, checkoutAccess: object, overrides: object = {}) {
  return openDraw(test, id, { province: "ON", checkoutAccess, ...overrides });
}

const operator: Actor = {
  kind: "device",
  deviceId: "device-1",
  parentId: "test-parent",
  locationId: "gate",
  name: "Gate 1",
  operator: "Sam",
  printer: "none",
  maySell: true,
  listsOthers: false,
};

async function readPlacingEntry(draw: string, orderId: string) {
  const [placed] = await listEntries(test.ctx.db, draw, orderId);
  return placed?.detail;
}

describe("the position check", () => {
  it.each([
    ["nowhere known", undefined, "gps-location-required"],
    ["in Québec", gatineau, "gps-location-elsewhere"],
    ["at the border", onTheBridge, "gps-location-border"],
    ["in a circle of 5 km", { ...ottawa, accuracy: 5_000 }, "gps-location-coarse"],
    ["in Boston", { latitude: 42.36, longitude: -71.06, accuracy: 20 }, "gps-location-elsewhere"],
  ])("refuses a buyer %s", async (name, position, reason) => {
    const draw = await open(`gps-${name.toLowerCase().replaceAll(/[^a-z]/g, "-")}`, { requireIPCheck: false });
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { position }), freshKey())).toEqual({ ok: false, reason });
  });

  it("sells in the province, and stores only the province", async () => {
    const draw = await open("gps-ottawa", { requireIPCheck: false });
    const placed = await placeOrder(test.ctx, createBasket(draw, 1, { position: ottawa }), freshKey());
    expect(placed).toMatchObject({ ok: true });
    if (placed.ok)
      expect(await readPlacingEntry(draw, placed.order.orderId)).toEqual({ amountCents: 1000, gpsProvince: "ON" });
  });

  it("sells in the provinces that the draw lists instead of its own", async () => {
    const draw = await open("gps-named", { requireIPCheck: false }, { enabledProvinces: ["QC"] });
    const buyer = { name: "Jean Roy", email: "j@example.com", province: "QC" as const };
    const call = (position: typeof ottawa) =>
      placeOrder(test.ctx, createBasket(draw, 1, { position, buyer }), freshKey());
    expect(await call(gatineau)).toMatchObject({ ok: true });
    expect(await call(ottawa)).toMatchObject({ reason: "gps-location-elsewhere" });
  });

  it("answers a call repeated a few steps away, or without a position, with the same order", async () => {
    const draw = await open("gps-again", { requireIPCheck: false });
    const key = freshKey();
    const first = await placeOrder(test.ctx, createBasket(draw, 1, { position: ottawa }), key);
    const moved = { ...ottawa, latitude: ottawa.latitude + 0.0001 };
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { position: moved }), key)).toEqual(first);
    expect(await placeOrder(test.ctx, createBasket(draw), key)).toEqual(first);
  });

  it("isn't made if the draw turns it off", async () => {
    const draw = await open("gps-off", { requireGPSCheck: false, requireIPCheck: false });
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { position: gatineau }), freshKey())).toMatchObject({
      ok: true,
    });
  });

  it("leaves no coordinates in any table or log", async () => {
    const lines: string[] = [];
    for (const level of ["log", "info", "warn", "error", "debug"] as const)
      vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.join(" ")));
    const draw = await open("gps-planted", { requireIPCheck: false });
    const elsewhere = await open("gps-planted-elsewhere", { requireIPCheck: false }, { province: "MB" });
    expect(await placeOrder(test.ctx, createBasket(draw, 1, { position: toronto }), freshKey())).toMatchObject({
      ok: true,
    });
    const refused = await placeOrder(test.ctx, createBasket(elsewhere, 1, { position: toronto }), freshKey());
    expect(refused).toEqual({ ok: false, reason: "gps-location-elsewhere" });
    const tables = await queryRows<{ name: string }>(
      test.ctx.db,
      sql`select table_name as name from information_schema.tables where table_schema = 'public'`,
    );
    expect(tables.map(({ name }) => name)).toContain("orders");
    for (const { name } of tables) {
      const rows = await queryRows<{ line: string }>(test.ctx.db, sql.raw(`select t::text as line from "${name}" t`));
      lines.push(...rows.map(({ line }) => line));
    }
    const text = lines.join("\n");
    expect(text).toContain("gps-planted");
    for (const planted of ["43.64", "79.38", "17.25", "6426123", "3871456"]) expect(text).not.toContain(planted);
  });
});

describe("the IP address check", () => {
  it.each([
    [{ kind: "located", country: "CA", region: "QC" }, "ip-location-elsewhere"],
    [{ kind: "located", country: "US", region: "ON" }, "ip-location-elsewhere"],
    [{ kind: "located", country: "CA", region: null }, "ip-location-unknown"],
    [{ kind: "unknown" }, "ip-location-unknown"],
    [{ kind: "private" }, "ip-location-private"],
    [{ kind: "unavailable" }, "ip-location-unavailable"],
  ] as [IpLocation, string][])("refuses the address %j", async (place, reason) => {
    const draw = await open(`ip-${place.kind}-${reason}`, { requireGPSCheck: false });
    expect(await placeOrder(seenAt(place), createBasket(draw), freshKey())).toEqual({ ok: false, reason });
  });

  it("sells to an IP address in the province, and stores only the province", async () => {
    const draw = await open("ip-ontario", { requireGPSCheck: false });
    const placed = await placeOrder(seenAt(inOntario), createBasket(draw), freshKey());
    expect(placed).toMatchObject({ ok: true });
    if (placed.ok)
      expect(await readPlacingEntry(draw, placed.order.orderId)).toEqual({ amountCents: 1000, ipProvince: "ON" });
  });
});

describe("both checks", () => {
  it("are made by default, and both must pass", async () => {
    const draw = await open("both", {});
    const call = (place: IpLocation, position?: typeof ottawa) =>
      placeOrder(seenAt(place), createBasket(draw, 1, { position }), freshKey());
    expect(await call(inOntario)).toMatchObject({ reason: "gps-location-required" });
    expect(await call({ kind: "unknown" }, ottawa)).toMatchObject({ reason: "ip-location-unknown" });
    expect(await call(inOntario, gatineau)).toMatchObject({ reason: "gps-location-elsewhere" });
    expect(await call(inOntario, ottawa)).toMatchObject({ ok: true });
  });
});

describe("an operator's sale", () => {
  it("is checked like a buyer's unless the draw lets it skip a check, which is recorded", async () => {
    const strict = await open("operator-strict", {}, { parentId: "test-parent" });
    const device = seenAt(inOntario, { ...test.ctx, actor: operator });
    const atTerminal = true as const;
    expect(await placeOrder(device, createBasket(strict, 1, { atTerminal }), freshKey())).toMatchObject({
      reason: "gps-location-required",
    });
    const terminal = { skipGPSCheck: true };
    const lenient = await open("operator-lenient", {}, { parentId: "test-parent", terminal });
    const placed = await placeOrder(device, createBasket(lenient, 1, { atTerminal }), freshKey());
    expect(placed).toMatchObject({ ok: true });
    if (placed.ok)
      expect(await readPlacingEntry(lenient, placed.order.orderId)).toEqual({
        amountCents: 1000,
        ipProvince: "ON",
        skippedChecks: "gps",
      });
    const asBuyer = await placeOrder(seenAt(inOntario), createBasket(lenient), freshKey());
    expect(asBuyer).toMatchObject({ reason: "gps-location-required" });
  });
});

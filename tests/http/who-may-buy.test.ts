import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { demoNetworks, locationDatabase } from "@/sandbox/location-database";
import { createBuyer, importDraw } from "@/tests/support/calls/buyer";
import { orderBody } from "@/tests/support/calls/route-bodies";
import type { DrawInput } from "@/tests/support/draws/draw";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { startServer } from "@/tests/support/servers/server";
import { shareServer } from "@/tests/support/servers/shared-server";

const ottawa = { latitude: 45.4236, longitude: -75.7009, accuracy: 20 };
const gatineau = { latitude: 45.4286, longitude: -75.713, accuracy: 20 };

const ipCheckAlone = { requireGPSCheck: false, requireIPCheck: true };

/** In Ontario, with the specification's default checks unless given. */
async function openDraw(server: Server, checkoutAccess?: DrawInput["checkoutAccess"]): Promise<string> {
  const { checkoutAccess: _none, ...draw } = drawWith();
  await importDraw(server, checkoutAccess ? { ...draw, checkoutAccess } : draw);
  return draw.id ?? "";
}

async function reasonAt(server: Server, instanceId: string, ipAddress: string, body: object = {}): Promise<unknown> {
  const placed = await createBuyer(server, ipAddress).placeOrder({ instanceId, body: { ...body } });
  return placed.body.reason ?? placed.status;
}

describe("an IP check using a database file", () => {
  let server: Server;
  let draw: string;

  beforeAll(async () => {
    server = await shareServer();
    draw = await openDraw(server, ipCheckAlone);
  });
  afterAll(() => server?.stop());

  it.each([
    ["203.0.113.9", "ip-location-elsewhere"],
    ["198.51.100.9", "ip-location-elsewhere"],
    ["192.0.2.9", "ip-location-unknown"],
    ["8.8.8.8", "ip-location-unknown"],
    ["2001:db8::9", "ip-location-private"],
    ["10.9.8.7", 201],
    ["127.0.0.1", 201],
  ])("answers a buyer at %s with %s", async (ipAddress, answer) => {
    expect(await reasonAt(server, draw, ipAddress)).toBe(answer);
  });

  it("sells to the same buyers if the draw requires no check", async () => {
    const free = await openDraw(server, { requireGPSCheck: false, requireIPCheck: false });
    for (const ipAddress of ["203.0.113.9", "198.51.100.9", "192.0.2.9"])
      expect(await reasonAt(server, free, ipAddress, { position: gatineau })).toBe(201);
  });

  it("is made along with the position check by default, and says which one failed", async () => {
    const both = await openDraw(server);
    expect(await reasonAt(server, both, "10.9.8.6")).toBe("gps-location-required");
    expect(await reasonAt(server, both, "10.9.8.6", { position: gatineau })).toBe("gps-location-elsewhere");
    expect(await reasonAt(server, both, "203.0.113.9", { position: ottawa })).toBe("ip-location-elsewhere");
    expect(await reasonAt(server, both, "10.9.8.6", { position: ottawa })).toBe(201);
    expect(server.output()).not.toMatch(/45\.42|75\.70|75\.71/);
  });

  it.each([
    [{ ...ottawa, latitude: 91 }, "position.latitude"],
    [{ ...ottawa, accuracy: -1 }, "position.accuracy"],
    [{ ...ottawa, altitude: 70 }, "position.altitude"],
    ["45.4,-75.7", "position"],
  ])("refuses the position %j", async (position, field) => {
    const body = orderBody(draw, { position });
    const answer = await createBuyer(server).placeOrder({ instanceId: draw, body });
    expect(answer).toMatchObject({ status: 422, body: { reason: "invalid-input", fields: [{ field }] } });
  });
});

describe("an IP check using a file without private networks", () => {
  it("distinguishes a private IP address from an unknown one", async () => {
    const file = join(mkdtempSync(join(tmpdir(), "tirage-places-")), "places.mmdb");
    writeFileSync(file, locationDatabase(demoNetworks.slice(9)));
    const server = await startServer({ env: { IP_LOCATION_DATABASE: file } });
    const draw = await openDraw(server, ipCheckAlone);
    expect(await reasonAt(server, draw, "10.9.8.7")).toBe("ip-location-private");
    expect(await reasonAt(server, draw, "8.8.8.8")).toBe("ip-location-unknown");
    await server.stop();
  });
});

describe("an IP check using a header", () => {
  let server: Server;
  let draw: string;

  beforeAll(async () => {
    server = await startServer({ env: { IP_LOCATION_HEADER: "cf-ipcountry,cf-region-code" } });
    draw = await openDraw(server, ipCheckAlone);
  });
  afterAll(() => server?.stop());

  async function reasonWith(headers: Record<string, string>): Promise<unknown> {
    const sent = { "idempotency-key": `key-of-a-header-${Math.random()}`, ...headers };
    const answer = await createBuyer(server).call<object>("POST", "/api/orders", orderBody(draw), sent);
    return answer.body.reason ?? answer.status;
  }

  it.each([
    [{ "cf-ipcountry": "CA", "cf-region-code": "ON" }, 201],
    [{ "cf-ipcountry": "CA", "cf-region-code": "QC" }, "ip-location-elsewhere"],
    [{ "cf-ipcountry": "US", "cf-region-code": "ON" }, "ip-location-elsewhere"],
    [{ "cf-ipcountry": "T1", "cf-region-code": "ON" }, "ip-location-unknown"],
    [{ "cf-ipcountry": "CA", "cf-region-code": "ON, ON" }, "ip-location-unknown"],
    [{ "cf-ipcountry": "CA" }, "ip-location-unknown"],
    [{ "cf-ipcountry": "US" }, "ip-location-elsewhere"],
    [{}, "ip-location-unavailable"],
  ])("answers %j with %s", async (headers, answer) => {
    expect(await reasonWith(headers)).toBe(answer);
  });

  it("ignores the header from anyone who bypasses the proxy", async () => {
    const place = { "cf-ipcountry": "CA", "cf-region-code": "ON" };
    expect(await reasonWith({ ...place, "x-forwarded-for": "" })).toBe("ip-location-unavailable");
    expect(await reasonWith({ ...place, "x-forwarded-for": "203.0.113.9" })).toBe(201);
  });
});

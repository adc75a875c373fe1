import { mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { afterEach, describe, expect, it, vi } from "vitest";

import { demoNetworks, locationDatabase } from "@/sandbox/location-database";

import { createDatabaseLocation } from "./gateway.database";
import { createHeaderLocation } from "./gateway.header";

function callerAt(ipAddress: string, headers: Record<string, string> = {}) {
  return { ipAddress, headers: new Headers(headers) };
}

afterEach(() => vi.restoreAllMocks());

describe("a header of a content delivery network", () => {
  const one = createHeaderLocation({ names: ["x-place"], hops: 1 });
  const two = createHeaderLocation({ names: ["cf-ipcountry", "cf-region-code"], hops: 2 });

  it.each([
    ["CA-ON", { kind: "located", country: "CA", region: "ON" }],
    [" ca-qc ", { kind: "located", country: "CA", region: "QC" }],
    ["US-NY", { kind: "located", country: "US", region: "NY" }],
    ["CA", { kind: "located", country: "CA", region: null }],
    ["XX", { kind: "unknown" }],
    ["T1", { kind: "unknown" }],
    ["", { kind: "unknown" }],
    ["CA-ON, CA-QC", { kind: "located", country: "CA", region: null }],
    ["Canada", { kind: "unknown" }],
  ])("reads %j", async (value, expected) => {
    expect(await one.locate(callerAt("203.0.113.9", { "x-place": value, "x-forwarded-for": "203.0.113.9" }))).toEqual(
      expected,
    );
  });

  it("reads a country and its region from one header each", async () => {
    const chain = { "x-forwarded-for": "203.0.113.9, 10.0.0.1" };
    const place = { "cf-ipcountry": "CA", "cf-region-code": "MB" };
    expect(await two.locate(callerAt("203.0.113.9", { ...chain, ...place }))).toMatchObject({ region: "MB" });
    const nobodyKnowsWhere = { kind: "located", country: "CA", region: null };
    expect(await two.locate(callerAt("203.0.113.9", { ...chain, "cf-ipcountry": "CA" }))).toEqual(nobodyKnowsWhere);
    const regionAlone = callerAt("203.0.113.9", { ...chain, "cf-region-code": "ON" });
    expect(await two.locate(regionAlone)).toEqual({ kind: "unavailable" });
  });

  it("ignores the headers of a call that didn't come through the trusted proxies", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const direct = callerAt("203.0.113.9", { "x-place": "CA-ON" });
    expect(await one.locate(direct)).toEqual({ kind: "unavailable" });
    const throughOne = { "x-forwarded-for": "203.0.113.9", "cf-ipcountry": "CA", "cf-region-code": "ON" };
    expect(await two.locate(callerAt("203.0.113.9", throughOne))).toEqual({ kind: "unavailable" });
  });
});

describe("a database file", () => {
  function fileWith(networks: typeof demoNetworks): string {
    const file = join(mkdtempSync(join(tmpdir(), "tirage-places-")), "places.mmdb");
    writeFileSync(file, locationDatabase(networks));
    return file;
  }

  it("finds places, and distinguishes private addresses from unknown ones", async () => {
    const places = createDatabaseLocation({ file: fileWith(demoNetworks.slice(9)) });
    expect(await places.locate(callerAt("203.0.113.9"))).toEqual({ kind: "located", country: "CA", region: "QC" });
    expect(await places.locate(callerAt("192.0.2.9"))).toEqual({ kind: "located", country: "CA", region: null });
    expect(await places.locate(callerAt("8.8.8.8"))).toEqual({ kind: "unknown" });
    for (const ipAddress of ["10.0.0.7", "127.0.0.1", "192.168.1.2", "fd00::7", "::1", "100.64.0.1"])
      expect(await places.locate(callerAt(ipAddress)), ipAddress).toEqual({ kind: "private" });
  });

  it("is reread when it is replaced, and stays in use if the new one can't be read", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let at = 0;
    vi.spyOn(performance, "now").mockImplementation(() => at);
    const file = fileWith([{ network: "8.8.8.0/24", country: "CA", region: "ON" }]);
    const places = createDatabaseLocation({ file });
    const region = async () => {
      const found = await places.locate(callerAt("8.8.8.8"));
      return found.kind === "located" ? found.region : found.kind;
    };
    const settled = async () => {
      await region();
      await new Promise((resolve) => setTimeout(resolve, 50));
      return region();
    };
    expect(await region()).toBe("ON");
    const next = `${file}.next`;
    writeFileSync(next, locationDatabase([{ network: "8.8.8.0/24", country: "CA", region: "MB" }]));
    renameSync(next, file);
    expect(await settled()).toBe("ON");
    at += 10_000;
    await expect.poll(region).toBe("MB");
    writeFileSync(file, "nothing of the kind");
    at += 10_000;
    expect(await settled()).toBe("MB");
    rmSync(file);
    at += 10_000;
    expect(await settled()).toBe("MB");
  });

  it("with only IPv4 knows no IPv6 address, whose first bits would match another place", async () => {
    const bytes = locationDatabase([{ network: "2607:fb90::/32", country: "CA", region: "ON" }]);
    const version = bytes.indexOf("ip_version") + "ip_version".length + 1;
    expect(bytes.writeUInt32BE(4, version)).toBe(version + 4);
    const file = fileWith([]);
    writeFileSync(file, bytes);
    const places = createDatabaseLocation({ file });
    expect(await places.locate(callerAt("2607:fb90::7"))).toEqual({ kind: "unknown" });
    expect(await places.locate(callerAt("38.7.251.144"))).toMatchObject({ region: "ON" });
  });

  it("with damaged records is unavailable, and says so", async () => {
    const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
    const bytes = locationDatabase(demoNetworks);
    const records = bytes.indexOf("country") - 2;
    bytes.fill(0xff, records, bytes.indexOf("MaxMind.com") - 3);
    const file = fileWith([]);
    writeFileSync(file, bytes);
    expect(await createDatabaseLocation({ file }).locate(callerAt("127.0.0.1"))).toEqual({ kind: "unavailable" });
    expect(warn).toHaveBeenCalledOnce();
  });

  it("is unavailable until it exists", async () => {
    vi.spyOn(console, "warn").mockImplementation(() => undefined);
    let at = 0;
    vi.spyOn(performance, "now").mockImplementation(() => at);
    const file = join(mkdtempSync(join(tmpdir(), "tirage-places-")), "places.mmdb");
    const places = createDatabaseLocation({ file });
    expect(await places.locate(callerAt("127.0.0.1"))).toEqual({ kind: "unavailable" });
    writeFileSync(file, locationDatabase(demoNetworks));
    at += 10_000;
    expect(await places.locate(callerAt("127.0.0.1"))).toMatchObject({ region: "ON" });
  });
});

import { readFileSync } from "node:fs";

import { Reader } from "maxmind";
import { describe, expect, it } from "vitest";

import { demoNetworks, locationDatabase } from "./location-database";

const reader = new Reader(locationDatabase(demoNetworks));

describe("the demo's database of IP locations", () => {
  it("is the file in the repository", () => {
    expect(readFileSync("sandbox/demo-locations.mmdb").equals(locationDatabase(demoNetworks))).toBe(true);
  });

  it.each([
    ["127.0.0.1", "CA", "ON"],
    ["::1", "CA", "ON"],
    ["192.168.7.9", "CA", "ON"],
    ["fd00::7", "CA", "ON"],
    ["203.0.113.255", "CA", "QC"],
    ["198.51.100.0", "US", "NY"],
  ])("has %s in %s-%s", (ipAddress, country, region) => {
    expect(reader.get(ipAddress)).toEqual({ country: { iso_code: country }, subdivisions: [{ iso_code: region }] });
  });

  it("knows a country without a region, and nothing about other networks", () => {
    expect(reader.get("192.0.2.1")).toEqual({ country: { iso_code: "CA" } });
    expect(["8.8.8.8", "203.0.114.0", "128.0.0.1", "2001:db8::1"].map((ipAddress) => reader.get(ipAddress))).toEqual(
      Array(4).fill(null),
    );
  });
});

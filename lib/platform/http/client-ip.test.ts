import { describe, expect, it } from "vitest";

import { getClientIp, getClientNetworks, peerHeader } from "./client-ip";

function getIp(forwarded: string | null, hops: number, peer = "::ffff:198.51.100.9"): string {
  const headers = new Headers({ [peerHeader]: peer });
  if (forwarded !== null) headers.set("x-forwarded-for", forwarded);
  return getClientIp(headers, hops);
}

describe("getClientAddress", () => {
  it.each([
    [0, "198.51.100.9"],
    [1, "10.0.0.2"],
    [2, "203.0.113.7"],
    [4, "198.51.100.9"],
  ])("uses what the outermost of %i trusted proxies saw, or the socket's IP address", (hops, ipAddress) => {
    expect(getIp("6.6.6.6, 203.0.113.7, 10.0.0.2", hops)).toBe(ipAddress);
  });

  it.each([
    ["8.8.8.8:4001", "8.8.8.8"],
    ["[2001:db8::1]:443", "2001:db8::1"],
    ["2001:DB8:0:0:0:0:0:1", "2001:db8::1"],
    ["fe80::1%eth0", "fe80::1"],
    ["::ffff:8.8.8.8", "8.8.8.8"],
  ])("normalizes %s to %s", (forwarded, ipAddress) => {
    expect(getIp(forwarded, 1)).toBe(ipAddress);
  });

  it.each([["unknown"], [""], ["8.8.8.8.example"], ["8.8.8.8, x"]])(
    "falls back to the socket if a proxy sent %j",
    (forwarded) => {
      expect(getIp(forwarded, 1)).toBe("198.51.100.9");
    },
  );

  it("returns an IP address for a closed socket, so that every caller has one", () => {
    expect(getIp(null, 0, "")).toBe("0.0.0.0");
  });
});

describe("getClientNetworks", () => {
  it.each([
    ["203.0.113.7", "203.0.113.7", null],
    ["::ffff:203.0.113.7", "203.0.113.7", null],
    ["2001:db8:1:2:3:4:5:6", "2001:db8:1::/56", "2001:db8:1::/48"],
    ["2001:db8:1:1ff::ffff", "2001:db8:1:100::/56", "2001:db8:1::/48"],
    ["2001:db8:2:100::1", "2001:db8:2:100::/56", "2001:db8:2::/48"],
  ])("counts %s as %s in %s", (ipAddress, network, wideNetwork) => {
    expect(getClientNetworks(ipAddress)).toEqual({ network, wideNetwork });
  });
});

import { describe, expect, it } from "vitest";

import type { Actor } from "@/lib/actor";
import { createSealer } from "@/lib/platform/server/seal";

import { findCaller } from "./find-caller";

const sealer = createSealer(Buffer.alloc(32, 7));
const noon = new Date("2026-11-22T12:00:00Z");

function callerAt(ipAddress: string | null, at = noon) {
  const actor: Actor = { kind: "buyer", clientKey: "a-browser", ipAddress };
  return findCaller({ actor, sealer, now: () => at });
}

describe("the caller that limits are counted for", () => {
  it("has one key per IP address and day, which isn't the IP address", () => {
    const { network } = callerAt("203.0.113.7");
    expect(network).toMatch(/^[A-Za-z0-9_-]{16}$/);
    expect(callerAt("203.0.113.7", new Date("2026-11-22T23:59:59.999Z")).network).toBe(network);
    expect(callerAt("203.0.113.8").network).not.toBe(network);
  });

  it("has another key after midnight", () => {
    const { network } = callerAt("203.0.113.7");
    expect(callerAt("203.0.113.7", new Date("2026-11-23T00:00:00Z")).network).not.toBe(network);
  });

  it("is the same for an IPv6 /56, within a wide one, and different at another installation", () => {
    const { network, wideNetwork } = callerAt("2001:db8:1:2::1");
    expect(callerAt("2001:db8:1:ff:ffff::9")).toMatchObject({ network, wideNetwork });
    expect(callerAt("2001:db8:1:100::1")).toMatchObject({
      network: expect.not.stringMatching(network ?? ""),
      wideNetwork,
    });
    expect(callerAt("2001:db8:2::1").wideNetwork).not.toBe(wideNetwork);
    expect(callerAt("203.0.113.7").wideNetwork).toBeNull();
    const actor: Actor = { kind: "buyer", clientKey: "", ipAddress: "2001:db8:1:2::1" };
    const elsewhere = findCaller({ actor, sealer: createSealer(Buffer.alloc(32, 8)), now: () => noon });
    expect(elsewhere.network).not.toBe(network);
  });

  it("isn't a known browser until it has sent a cookie", () => {
    const actor: Actor = { kind: "buyer", clientKey: "just-made", isNew: true, ipAddress: "203.0.113.7" };
    expect(findCaller({ actor, sealer, now: () => noon })).toMatchObject({ client: null });
    expect(callerAt("203.0.113.7")).toMatchObject({ client: "a-browser", deviceId: null });
  });

  it("is only the tablet if it is one, wherever it is", () => {
    const device = { deviceId: "gate", parentId: "p", locationId: "l", name: "n", operator: "o", printer: "" };
    const actor: Actor = { kind: "device", ...device, maySell: true, listsOthers: false };
    expect(findCaller({ actor, sealer, now: () => noon })).toEqual({
      network: null,
      wideNetwork: null,
      client: null,
      deviceId: "gate",
    });
  });
});

import { describe, expect, it } from "vitest";

import { isOwnOrigin } from "./check-origin";
import { clientAddressOf } from "./client-address";
import { clientOf } from "./client-cookie";

const own = "https://tickets.example.ca";

describe("isOwnOrigin", () => {
  it.each([
    ["our page", { "sec-fetch-site": "same-origin", origin: own }, false, true],
    ["an address bar", { "sec-fetch-site": "none" }, false, true],
    ["a sister site", { "sec-fetch-site": "same-site", origin: own }, false, false],
    ["a foreign page", { "sec-fetch-site": "cross-site", origin: "https://evil.example" }, false, false],
    ["an old browser on our page", { origin: own }, false, true],
    ["an old browser elsewhere", { origin: "https://tickets.example.ca.evil.example" }, false, false],
    ["a null origin", { origin: "null" }, false, false],
    ["a null origin that says same-origin", { origin: "null", "sec-fetch-site": "same-origin" }, false, false],
    ["a program without cookies", {}, false, true],
    ["a program with a credential", {}, true, false],
    ["a forged host", { origin: "https://evil.example", host: "evil.example" }, false, false],
  ])("%s", (_name, headers, hasCredential, allowed) => {
    expect(isOwnOrigin({ headers: new Headers(headers), ownOrigin: own, isDemo: false }, hasCredential)).toBe(allowed);
  });

  it("lets a demo be opened by another name of its machine", () => {
    const headers = new Headers({ origin: "http://192.168.1.5:3000", host: "192.168.1.5:3000" });
    expect(isOwnOrigin({ headers, ownOrigin: "http://localhost:3000", isDemo: true }, false)).toBe(true);
  });
});

describe("clientAddressOf", () => {
  const headers = new Headers({ "x-forwarded-for": "6.6.6.6, 203.0.113.7, 10.0.0.2" });
  it.each([
    [0, null],
    [1, "10.0.0.2"],
    [2, "203.0.113.7"],
    [4, null],
  ])("with %i trusted proxies", (hops, address) => {
    expect(clientAddressOf(headers, hops)).toBe(address);
  });
});

describe("clientOf", () => {
  it("sets a cookie once and knows it again", () => {
    const first = clientOf(new Headers(), true);
    expect(first.setCookie).toMatch(/^__Host-tirage-client=.{22}; .*HttpOnly; SameSite=Lax; Secure$/);
    const cookie = first.setCookie?.split(";")[0] ?? "";
    expect(clientOf(new Headers({ cookie: `a=b; ${cookie}` }), true)).toEqual({ clientKey: first.clientKey });
  });
});

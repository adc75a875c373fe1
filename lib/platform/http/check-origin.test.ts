import { describe, expect, it } from "vitest";

import { isOwnOrigin } from "./check-origin";
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

  it.each([
    ["192.168.1.5:3000", true],
    ["[fe80::1]:3000", true],
    ["127.0.0.1:3000", true],
    ["laptop:3000", true],
    ["laptop.local:3000", true],
    ["demo.localhost:3000", true],
    ["evil.example:3000", false],
    ["localhost.evil.example:3000", false],
    ["192.168.1.5.evil.example:3000", false],
  ])("a demo opened as %s accepts only names of its own network as its own", (host, allowed) => {
    const headers = new Headers({ origin: `http://${host}`, host });
    expect(isOwnOrigin({ headers, ownOrigin: "http://localhost:3000", isDemo: true }, false)).toBe(allowed);
  });
});

describe("clientOf", () => {
  it("sets a cookie once and recognizes it again", () => {
    const first = clientOf(new Headers(), true);
    expect(first.setCookie).toMatch(/^__Host-tirage-client=.{22}; .*HttpOnly; SameSite=Lax; Secure$/);
    const cookie = first.setCookie?.split(";")[0] ?? "";
    expect(clientOf(new Headers({ cookie: `a=b; ${cookie}` }), true)).toEqual({ clientKey: first.clientKey });
  });
});

import { describe, expect, it } from "vitest";

import { isOwnOrigin, readAdminName, readClient } from "./request-headers";

function read(header: string) {
  return readAdminName(new Headers({ "x-admin-name": header }));
}

describe("readAdminName", () => {
  it("a call without a name is from an unnamed admin", () => {
    expect(readAdminName(new Headers())).toEqual({ ok: true });
  });

  it.each([
    ["Robin", "Robin"],
    [encodeURIComponent(" Zoé Ługowska "), "Zoé Ługowska"],
    [encodeURIComponent("監督"), "監督"],
  ])("%s names %s", (header, name) => {
    expect(read(header)).toEqual({ ok: true, name });
  });

  it.each(["key:marie", "KEY:marie", encodeURIComponent(" key : marie")])("%s would name a key", (header) => {
    expect(read(header)).toMatchObject({ ok: false, fields: [{ field: "X-Admin-Name", problem: "reserved" }] });
  });

  it.each(["", "%E9", "%00", encodeURIComponent("a\nb"), encodeURIComponent("\u202Eadmin"), "---", "x".repeat(81)])(
    "%j names nobody",
    (header) => {
      expect(read(header)).toMatchObject({ ok: false, reason: "invalid-input", fields: [{ field: "X-Admin-Name" }] });
    },
  );
});

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

describe("readClient", () => {
  it("sets a cookie once and recognizes it again", () => {
    const first = readClient(new Headers(), true);
    expect(first.setCookie).toMatch(/^__Host-tirage-client=.{22}; .*HttpOnly; SameSite=Lax; Secure$/);
    const cookie = first.setCookie?.split(";")[0] ?? "";
    expect(readClient(new Headers({ cookie: `a=b; ${cookie}` }), true)).toEqual({ clientKey: first.clientKey });
  });
});

import { describe, expect, it } from "vitest";

import { readPolicyReports } from "./policy-reports";

function old(report: Record<string, unknown>) {
  return readPolicyReports({ "csp-report": { "effective-directive": "script-src-elem", ...report } });
}

function fresh(body: Record<string, unknown>) {
  const report = { effectiveDirective: "script-src-elem", ...body };
  return readPolicyReports([{ type: "csp-violation", age: 1, url: "https://tickets.example/d", body: report }]);
}

describe("readPolicyReports", () => {
  it("reads both forms", () => {
    const expected = [{ directive: "script-src-elem", blocked: "https://evil.example" }];
    expect(old({ "blocked-uri": "https://evil.example/a.js?card=4030" })).toEqual(expected);
    expect(fresh({ blockedURL: "https://evil.example/a.js?card=4030" })).toEqual(expected);
  });

  it("takes the directive of browsers that write the whole of it", () => {
    const report = { "violated-directive": "img-src 'self' data:", "blocked-uri": "data" };
    expect(readPolicyReports({ "csp-report": report })).toEqual([{ directive: "img-src", blocked: "data:" }]);
  });

  it("leaves out what else browsers report to the same URL", () => {
    const deprecation = { type: "deprecation", body: { id: "x" } };
    const violation = { type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: "inline" } };
    expect(readPolicyReports([deprecation, null, 1, { type: "csp-violation" }, violation])).toEqual([
      { directive: "img-src", blocked: "inline" },
    ]);
  });

  it("reads no more than twenty of one body", () => {
    const violation = { type: "csp-violation", body: { effectiveDirective: "img-src", blockedURL: "inline" } };
    expect(readPolicyReports(Array.from({ length: 500 }, () => violation))).toHaveLength(20);
  });

  it.each([null, 1, "a", {}, { "csp-report": null }, { "csp-report": [] }, { "csp-report": "x" }])(
    "takes %j for no report",
    (body) => expect(readPolicyReports(body)).toBeNull(),
  );

  it.each([
    ["https://evil.example:8443/a/b.js?x=1#y", "https://evil.example:8443"],
    ["https://rosalie:secret@evil.example/", "https://evil.example"],
    ["https://rosalie.tremblay.at.cdn.evil.example/a", "https://….cdn.evil.example"],
    ["https://192.0.2.7/a", "https://192.0.2.7"],
    ["https://[2001:db8::1]/a", "https://[2001:db8::1]"],
    ["wss://evil.example/socket", "wss://evil.example"],
    ["https://évil.example/", "https://xn--vil-9la.example"],
    [`https://${"a".repeat(60)}.${"b".repeat(60)}.example/`, "other"],
    ["chrome-extension://abcdefghijklmnop/x.js", "chrome-extension:"],
    ["chrome-extension", "chrome-extension:"],
    ["data", "data:"],
    ["data:text/javascript,alert(1)", "data:"],
    ["blob:https://tickets.example/1", "blob:"],
    ["inline", "inline"],
    ["eval", "eval"],
    ["wasm-eval", "wasm-eval"],
    ["rosalie@example.test", "other"],
    ["mailto:rosalie@example.test", "other"],
    ["https://", "other"],
    ["", "other"],
    ["\u0000\n{}", "other"],
    [undefined, "other"],
    [{ toString: "x" }, "other"],
  ])("tells of the URL %j no more than %s", (url, blocked) => {
    expect(old({ "blocked-uri": url })).toEqual([{ directive: "script-src-elem", blocked }]);
    expect(fresh({ blockedURL: url })).toEqual([{ directive: "script-src-elem", blocked }]);
  });

  it.each([undefined, 1, "", "rosalie@example.test", "constructor", "script-src-elemental"])(
    "takes %j for no directive",
    (directive) => expect(old({ "effective-directive": directive })?.[0]?.directive).toBe("other"),
  );
});

import { describe, expect, it } from "vitest";

import { hashSource, pagePolicy } from "@/lib/platform/csp/policy.mjs";

import type { Allowances } from "./policy-findings";
import { policyFindings } from "./policy-findings";

const card = "https://pay.example/1/card.js";
const widest = { cardScriptUrl: card, cardFrames: [] as string[], standInScripts: null, appCheck: true, secure: true };
const expected = pagePolicy("sale", widest, []);
const inline = ["self.__next_f.push([1])"];
const received = pagePolicy("sale", { ...widest, appCheck: false }, inline.map(hashSource));
const none: Allowances = { scripts: [], frames: [], inline };

function findings(policy: string, allowances = none) {
  return policyFindings(policy, expected, allowances);
}

describe("policyFindings", () => {
  it("takes a page's own policy, with hashes or a nonce, and on http", () => {
    expect(findings(received)).toEqual([]);
    const nonce = `'nonce-${"0a".repeat(16)}'`;
    expect(findings(pagePolicy("sale", { ...widest, secure: false }, [nonce]))).toEqual([]);
  });

  it("takes a stricter one, and one more beside it", () => {
    expect(findings(received.replace(` ${card}`, ""))).toEqual([]);
    expect(findings(`script-src *, ${received}`)).toEqual([]);
    expect(findings(`${received}, default-src 'none'`)).toEqual([]);
    expect(findings(received.replace(/img-src [^;]*/, "img-src 'none'"))).toEqual([]);
  });

  it.each([
    ["script-src 'self'", "script-src 'self' 'unsafe-inline'", "Weaker policy: script-src allows 'unsafe-inline'"],
    ["script-src 'self'", "script-src 'self' https:", "Weaker policy: script-src allows https:"],
    ["script-src 'self'", "script-src 'self' 'sha256-abc='", "Weaker policy: script-src allows 'sha256-abc='"],
    ["script-src 'self'", "script-src 'self' 'nonce-1'", "Weaker policy: script-src allows 'nonce-1'"],
    [card, "https://pay.example", "Weaker policy: script-src allows https://pay.example"],
    ["connect-src 'self'", "connect-src *", "Weaker policy: connect-src allows *"],
    [
      "script-src-attr 'none'",
      "script-src-attr 'unsafe-inline'",
      "Weaker policy: script-src-attr allows 'unsafe-inline'",
    ],
    ["img-src", "script-src-elem *; img-src", "Weaker policy: script-src allows *"],
    ["frame-ancestors 'none'; ", "", "Missing in the policy: frame-ancestors"],
    ["base-uri 'none'", "base-uri *; base-uri 'none'", "Weaker policy: base-uri allows *"],
    [
      "report-uri /api/policy-reports; report-to policy",
      "report-uri https://evil.example; report-to evil",
      "Missing in the policy: report-uri /api/policy-reports",
    ],
  ])("tells %s that became %s", (from, to, line) => {
    expect(received).toContain(from);
    expect(findings(received.replace(from, to))).toContain(line);
  });

  it("does not add two policies up that are each too wide", () => {
    const wide = received.replace("script-src 'self'", "script-src 'self' https:");
    expect(findings(`${wide}, ${wide}`)).toEqual(["Weaker policy: script-src allows https:"]);
  });

  it("takes the scripts of an installation, with frames and connections of their host, and no others", () => {
    const scripts = ["http://localhost:3100/card.js", "http://localhost:3100/sandbox/"];
    const demo = { ...widest, cardScriptUrl: scripts[0] ?? "", standInScripts: scripts[1] ?? "", appCheck: false };
    const policy = pagePolicy("sale", demo, []);
    expect(findings(policy, { ...none, scripts })).toEqual([]);
    expect(findings(policy, { ...none, scripts: scripts.slice(0, 1) })).toEqual([
      `Weaker policy: script-src allows ${scripts[1]}`,
    ]);
    expect(findings(policy)).toContain("Weaker policy: frame-src allows http://localhost:3100");
  });

  it("takes the frames of a host that an installation names, without scripts of it, and no others", () => {
    const policy = pagePolicy("sale", { ...widest, cardFrames: ["https://cards.example"] }, []);
    expect(findings(policy, { ...none, frames: ["https://cards.example"] })).toEqual([]);
    expect(findings(policy)).toEqual([
      "Weaker policy: connect-src allows https://cards.example",
      "Weaker policy: frame-src allows https://cards.example",
    ]);
    const script = policy.replace("script-src 'self'", "script-src 'self' https://cards.example");
    expect(findings(script, { ...none, frames: ["https://cards.example"] })).toEqual([
      "Weaker policy: script-src allows https://cards.example",
    ]);
  });
});

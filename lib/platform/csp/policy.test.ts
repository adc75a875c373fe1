import { describe, expect, it } from "vitest";

import { basePolicy, hashSource, pageHeaders, pagePolicy } from "./policy.mjs";
import { themeScripts } from "./theme-script.mjs";

const cardScriptUrl = "https://pay.example.com/1/card.js";
const sources = { cardScriptUrl, cardFrames: [] as string[], standInScripts: null, appCheck: false, secure: true };

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `));
  return found?.split(" ").slice(1) ?? [];
}

describe("basePolicy", () => {
  it("leaves scripts to the policy made at runtime", () => {
    expect(basePolicy).not.toMatch(/script-src|default-src/);
    expect(basePolicy).toContain("frame-ancestors 'none'");
  });
});

describe("pagePolicy", () => {
  it("allows the page's own inline scripts and no others", () => {
    const scripts = directive(pagePolicy("sale", sources, ["'nonce-a'"]), "script-src");
    expect(scripts).toContain("'nonce-a'");
    for (const script of themeScripts) expect(scripts).toContain(hashSource(script));
    expect(scripts.join(" ")).not.toMatch(/unsafe|\*|data:|strict-dynamic/);
  });

  it("names the card script by its path, and allows its host for frames and connections", () => {
    const policy = pagePolicy("sale", sources, []);
    expect(directive(policy, "script-src")).toContain(cardScriptUrl);
    expect(directive(policy, "script-src")).not.toContain("https://pay.example.com");
    for (const name of ["frame-src", "connect-src"]) {
      expect(directive(policy, name)).toContain("https://pay.example.com");
    }
  });

  it("allows frames and connections of other hosts of the card fields in pages that sell, and no scripts", () => {
    const moved = { ...sources, cardFrames: ["https://cards.example.com"] };
    const policy = pagePolicy("sale", moved, []);
    for (const name of ["frame-src", "connect-src"]) {
      expect(directive(policy, name)).toEqual(["'self'", "https://pay.example.com", "https://cards.example.com"]);
    }
    expect(directive(policy, "script-src").join(" ")).not.toContain("cards.example.com");
    for (const kind of ["private", "public"] as const) expect(pagePolicy(kind, moved, [])).not.toContain("cards.");
  });

  it("escapes a path so that it can't end a directive or start another policy", () => {
    const odd = { ...sources, cardScriptUrl: "https://pay.example.com/1;script-src *,x/card.js?v=1;2" };
    const scripts = directive(pagePolicy("sale", odd, []), "script-src");
    expect(scripts).toContain("https://pay.example.com/1%3Bscript-src%20*%2Cx/card.js");
  });

  it("allows the demo's Apple Pay stand-in scripts, which load each other, by folder", () => {
    const demo = { ...sources, standInScripts: "http://localhost:3100/sandbox/" };
    expect(directive(pagePolicy("sale", demo, []), "script-src")).toContain("http://localhost:3100/sandbox/");
    expect(pagePolicy("private", demo, [])).not.toContain("localhost");
  });

  it("allows nothing from third parties in a page with a secret URL", () => {
    const policy = pagePolicy("private", sources, []);
    for (const name of ["script-src", "frame-src", "connect-src"]) {
      expect(directive(policy, name).join(" ")).not.toContain("https:");
    }
  });

  it("allows App Check in pages that sell, if it is on, and in no other page", () => {
    const checking = { ...sources, appCheck: true };
    expect(directive(pagePolicy("sale", checking, []), "connect-src")).toContain(
      "https://content-firebaseappcheck.googleapis.com",
    );
    for (const kind of ["private", "public"] as const) expect(pagePolicy(kind, checking, [])).not.toContain("google");
    expect(pagePolicy("sale", sources, [])).not.toContain("google");
  });

  it("names the scripts that Firebase's SDK loads, because others in their folder run whatever markup says", () => {
    const scripts = directive(pagePolicy("sale", { ...sources, appCheck: true }, []), "script-src");
    expect(scripts.filter((source) => source.includes("google.com"))).toEqual([
      "https://www.google.com/recaptcha/api.js",
      "https://www.google.com/recaptcha/enterprise.js",
    ]);
  });

  it("allows third-party banners on a public page, but no scripts from there", () => {
    const policy = pagePolicy("public", sources, []);
    expect(directive(policy, "img-src")).toContain("https:");
    for (const name of ["script-src", "frame-src", "connect-src"])
      expect(directive(policy, name).join(" ")).not.toContain("https:");
  });

  it.each(["sale", "private", "public"] as const)("has what it blocks on a %s page reported to us alone", (kind) => {
    const { "content-security-policy": policy = "", ...headers } = pageHeaders(kind, sources, []);
    expect(directive(policy, "report-uri")).toEqual(["/api/policy-reports"]);
    expect(directive(policy, "report-to")).toEqual(["policy"]);
    expect(headers).toEqual({ "reporting-endpoints": 'policy="/api/policy-reports"' });
  });

  it("names no endpoint on http, where browsers know none and would leave the URL aside", () => {
    const { "content-security-policy": policy = "", ...headers } = pageHeaders(
      "sale",
      { ...sources, secure: false },
      [],
    );
    expect(directive(policy, "report-uri")).toEqual(["/api/policy-reports"]);
    expect(policy).not.toContain("report-to");
    expect(headers).toEqual({});
  });

  it("allows no origin other than the card script's", () => {
    expect(
      pagePolicy("sale", sources, [])
        .match(/https:\/\/[^ ;]+/g)
        ?.every((source) => [cardScriptUrl, "https://pay.example.com"].includes(source)),
    ).toBe(true);
  });
});

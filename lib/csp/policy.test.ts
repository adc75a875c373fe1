import { describe, expect, it } from "vitest";

import { basePolicy, hashSource, pageHeaders, pagePolicy } from "./policy.mjs";
import { themeScript } from "./theme-script.mjs";

const sources = { cardScriptUrl: "https://pay.example.com/1/card.js", secure: true };

function directive(policy: string, name: string): string[] {
  const found = policy.split("; ").find((part) => part.startsWith(`${name} `));
  return found?.split(" ").slice(1) ?? [];
}

describe("basePolicy", () => {
  it("leaves scripts to the policy made at run time", () => {
    expect(basePolicy).not.toMatch(/script-src|default-src/);
    expect(basePolicy).toContain("frame-ancestors 'none'");
  });
});

describe("pagePolicy", () => {
  it("allows the page's own inline scripts and no others", () => {
    const scripts = directive(pagePolicy("sale", sources, ["'nonce-a'"]), "script-src");
    expect(scripts).toContain("'nonce-a'");
    expect(scripts).toContain(hashSource(themeScript));
    expect(scripts.join(" ")).not.toMatch(/unsafe|\*|data:|strict-dynamic/);
  });

  it("names the origin of the card script in scripts, frames and connections", () => {
    const policy = pagePolicy("sale", sources, []);
    for (const name of ["script-src", "frame-src", "connect-src"]) {
      expect(directive(policy, name)).toContain("https://pay.example.com");
    }
  });

  it("lets nothing foreign into a page with a secret address", () => {
    const policy = pagePolicy("private", sources, []);
    for (const name of ["script-src", "frame-src", "connect-src"]) {
      expect(directive(policy, name).join(" ")).not.toContain("https:");
    }
  });

  it("allows no other origin than the card script's", () => {
    expect(
      pagePolicy("sale", sources, [])
        .match(/https:\/\/[^ ;]+/g)
        ?.every((origin) => origin === "https://pay.example.com"),
    ).toBe(true);
  });
});

describe("pageHeaders", () => {
  it("asks for https only where the checkout host has it", () => {
    expect(pageHeaders("sale", sources, [])["strict-transport-security"]).toMatch(/^max-age=\d{8}/);
    expect(pageHeaders("sale", { ...sources, secure: false }, [])).not.toHaveProperty("strict-transport-security");
  });
});

import { describe, expect, it } from "vitest";

import { hashSource, pagePolicy, securityHeaders } from "@/lib/platform/csp/policy.mjs";
import { themeScript } from "@/lib/platform/csp/theme-script.mjs";

import { pageFindings } from "./page-findings";
import type { ReceivedPage } from "./received-page";
import { namedScripts } from "./received-page";
import type { Inventory } from "./script-inventory.mjs";

const card = "https://pay.example/1/card.js";
const site = "https://tickets.example";
const sources = { cardScriptUrl: card, cardFrames: [], standInScripts: null, appCheck: true, secure: true };
const headers = Object.fromEntries(securityHeaders.map(({ key, value }) => [key.toLowerCase(), value]));
const { "content-security-policy": _base, ...others } = headers;
const words = { reason: "a reason", whyNoHash: "a reason", when: "always" };

const inventory: Inventory = {
  build: "one",
  scripts: [{ path: "/_next/a.js", sha256: "aa", part: "page", pages: ["/[id]"], reason: "a reason" }],
  inline: [],
  foreign: [
    { ...words, url: card, where: "page" },
    { ...words, url: "https://www.gstatic.com/recaptcha/", where: "page" },
    { ...words, url: "https://pixel.example/", where: "frame" },
  ],
  frames: [],
  headers: others,
  policy: pagePolicy("sale", sources, []),
};

const data = 'self.__next_f.push([1,"x"])';

function page(changes: Partial<ReceivedPage> = {}, more: Record<string, string> = {}): ReceivedPage {
  const policy = pagePolicy("sale", { ...sources, appCheck: false }, [hashSource(data)]);
  const transport = { "strict-transport-security": "max-age=63072000; includeSubDomains" };
  return {
    url: `${site}/draw`,
    status: 200,
    html: '<!DOCTYPE html><html lang="en-CA" data-build="one">',
    scripts: [
      { url: `${site}/_next/a.js`, sha256: "aa" },
      { url: `${card}?v=1`, sha256: "anything" },
    ],
    inline: [themeScript(), data],
    headers: { ...others, ...transport, "content-security-policy": policy, ...more },
    ...changes,
  };
}

function withScript(url: string, sha256: string | null = "aa"): ReceivedPage {
  return page({ scripts: [{ url, sha256 }] });
}

function withHeader(name: string, value: string | undefined): ReceivedPage {
  const changed = page();
  if (value === undefined) delete changed.headers[name];
  else changed.headers[name] = value;
  return changed;
}

describe("pageFindings", () => {
  it("finds nothing in a page that is as its build made it", () => {
    expect(pageFindings(page(), inventory, { scripts: [] })).toEqual([]);
  });

  it.each([
    [`${site}/_next/b.js`, "aa", `Unknown script: ${site}/_next/b.js`],
    [`${site}/_next/a.js`, "bb", `Changed script: ${site}/_next/a.js has SHA-256 bb (expected aa)`],
    [`${site}/_next/a.js`, null, `Missing script: ${site}/_next/a.js was not received`],
    ["http://tickets.example/_next/a.js", "aa", "Unknown script: http://tickets.example/_next/a.js"],
    ["https://pay.example/1/other.js", "aa", "Unknown script: https://pay.example/1/other.js"],
    ["https://pay.example.evil.example/1/card.js", "aa", "Unknown script: https://pay.example.evil.example/1/card.js"],
    ["https://www.gstatic.com/recaptcha/../x.js", "aa", "Unknown script: https://www.gstatic.com/x.js"],
    ["https://pixel.example/a.js", "aa", "Unknown script: https://pixel.example/a.js"],
    ["data:text/javascript,alert(1)", "aa", "Unknown script: data:text/javascript,alert(1)"],
    [`blob:${site}/1`, "aa", `Unknown script: blob:${site}/1`],
  ])("tells the script %s with the hash %s", (url, sha256, line) => {
    expect(pageFindings(withScript(url, sha256), inventory, { scripts: [] })).toEqual([line]);
  });

  it("takes scripts of a folder that the inventory names, and what it is told to allow", () => {
    expect(
      pageFindings(withScript("https://www.gstatic.com/recaptcha/releases/x/a.js"), inventory, { scripts: [] }),
    ).toEqual([]);
    expect(
      pageFindings(withScript("http://localhost/c.js?a=1"), inventory, { scripts: ["http://localhost/c.js"] }),
    ).toEqual([]);
  });

  it("tells unknown inline scripts on one line each, however long and whatever they hold", () => {
    const inline = [data, `steal(\u001b[2J\n'${"x".repeat(500)}')`];
    const [line = "", ...more] = pageFindings(page({ inline }), inventory, { scripts: [] });
    expect(line).toMatch(/^Unknown inline script: steal\( \[2J 'x+/);
    expect(line.length).toBeLessThan(240);
    expect(more).toEqual([]);
  });

  it.each([
    ["x-content-type-options", undefined, "Missing header: x-content-type-options (expected nosniff)"],
    ["x-content-type-options", "none", "Weaker header: x-content-type-options is none (expected nosniff)"],
    ["referrer-policy", "unsafe-url", "Weaker header: referrer-policy is unsafe-url"],
    ["referrer-policy", "no-referrer, unsafe-url", "Weaker header: referrer-policy is no-referrer, unsafe-url"],
    ["cross-origin-opener-policy", "unsafe-none", "Weaker header: cross-origin-opener-policy is unsafe-none"],
    ["permissions-policy", "payment=*", "Weaker header: permissions-policy has payment=*"],
    ["permissions-policy", "payment=(self)", "Weaker header: permissions-policy has camera=*"],
    ["strict-transport-security", undefined, "Missing header: strict-transport-security"],
    ["strict-transport-security", "max-age=60", "Weaker header: strict-transport-security is max-age=60"],
    ["content-security-policy", undefined, "Missing header: content-security-policy"],
  ])("tells the header %s of %s", (name, value, line) => {
    const found = pageFindings(withHeader(name, value), inventory, { scripts: [] });
    expect(found.some((one) => one.startsWith(line))).toBe(true);
  });

  it.each([
    ["referrer-policy", "no-referrer"],
    ["cross-origin-opener-policy", "same-origin"],
    ["permissions-policy", `${others["permissions-policy"]?.replace("payment=(self)", "payment=()")}, fullscreen=*`],
    ["x-content-type-options", "nosniff, nosniff"],
    ["strict-transport-security", "max-age=31536000"],
  ])("takes the header %s of %s, which is as strict", (name, value) => {
    expect(pageFindings(withHeader(name, value), inventory, { scripts: [] })).toEqual([]);
  });

  it("asks for no HSTS on http", () => {
    const scripts = [{ url: "http://localhost:3000/_next/a.js", sha256: "aa" }];
    const local = {
      ...withHeader("strict-transport-security", undefined),
      url: "http://localhost:3000/d",
      scripts,
    };
    expect(pageFindings(local, inventory, { scripts: [] })).toEqual([]);
  });

  it("tells a page of another build", () => {
    const line = "Other build: the page is of two, the inventory of one";
    expect(pageFindings(page({ html: '<html data-build="two">' }), inventory, { scripts: [] })).toEqual([line]);
    expect(pageFindings(page({ html: "<p>" }), inventory, { scripts: [] })).toEqual([line.replace("two", "none")]);
  });
});

describe("namedScripts", () => {
  it("finds every script with a URL, however it is written", () => {
    const html = `<script src="/a.js"></script><SCRIPT async src='https://x.example/b.js?a=1&amp;b=2'></SCRIPT>
      <script defer
        src=c.js></script><script>inline()</script><script src="http://["></script>`;
    expect(namedScripts(html, `${site}/draw`)).toEqual([
      `${site}/a.js`,
      "https://x.example/b.js?a=1&b=2",
      `${site}/c.js`,
      "http://[",
    ]);
  });
});

import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";

import { describe, expect, it } from "vitest";

import en from "@/messages/en.json";
import fr from "@/messages/fr.json";

import { renderFailurePage, replaceFailure } from "./failure-page";

const person = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36";
const renderPage = (path: string, userAgent: string | undefined = person, mainSite?: string) =>
  renderFailurePage({ path, userAgent, mainSite });

function listHashes(html: string, tag: string): string[] {
  const matches = html.matchAll(new RegExp(`<${tag}>([\\s\\S]*?)</${tag}>`, "g"));
  return [...matches].map(([, text = ""]) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`);
}

describe("the page shown in place of one that failed", () => {
  it.each([
    ["/a-draw", "en-US", en, "/"],
    ["/frost", "en-US", en, "/"],
    ["/fr", "fr-FR", fr, "/fr"],
    ["/fr/a-draw", "fr-FR", fr, "/fr"],
  ])("says at %s what happened and where to go", (path, lang, { errorScreen }, home) => {
    const { html } = renderPage(path);
    expect(html).toContain(`<html lang="${lang}">`);
    expect(html).toContain(`<title>${errorScreen.heading}</title>`);
    expect(html).toContain(`<p role="alert">${errorScreen.failed}</p>`);
    expect(html).toContain(`href="">${errorScreen.tryAgain}</a>`);
    expect(html).toContain(`<a href="${home}">${errorScreen.goHome}</a>`);
  });

  it("links to the main site if there is one", () => {
    const { html } = renderPage("/fr/a-draw", person, `https://main.example/?a=1&b="><script>`);
    expect(html).toContain('<a href="https://main.example/?a=1&amp;b=&quot;&gt;&lt;script&gt;">');
  });

  it("gives bots only the status, and visitors without a user agent the screen", () => {
    expect(renderPage("/a-draw", "Googlebot/2.1").html).toContain("<body><main></main></body>");
    expect(renderFailurePage({ path: "/a-draw", userAgent: undefined, mainSite: undefined }).html).toContain("<h1>");
  });

  it("allows its own style and the script of the colour mode, and nothing else", () => {
    const { html, headers } = renderPage("/a-draw");
    const [style, script] = [listHashes(html, "style"), listHashes(html, "script")];
    expect([style.length, script.length]).toEqual([1, 1]);
    const policy = headers["content-security-policy"]?.split("; ");
    expect(policy).toEqual(
      expect.arrayContaining([`style-src ${style}`, `script-src ${script}`, "default-src 'none'"]),
    );
    expect(html).not.toMatch(/<(?:script|link|img)[^>]* src=|style=|onclick/);
  });

  it("isn't cached, and has the length that it declares", () => {
    const { html, headers } = renderPage("/fr/a-draw");
    expect(headers["cache-control"]).toBe("private, no-store");
    expect(headers["content-length"]).toBe(String(new TextEncoder().encode(html).length));
  });

  it("uses the colours of all pages", async () => {
    const colours = new Set((await readFile("app/globals.css", "utf8")).match(/#[\da-f]{6}\b/g));
    const coloursUsed = renderPage("/a-draw").html.match(/#[\da-f]{6}\b/g) ?? [];
    expect(coloursUsed.length).toBeGreaterThan(10);
    expect(coloursUsed.filter((colour) => !colours.has(colour))).toEqual([]);
  });
});

describe("replaceFailure", () => {
  const audience = { path: "/a-draw", userAgent: person, mainSite: undefined };
  const body = Buffer.from("secret");

  it("puts that page in place of one that failed, with all headers but those of its body", () => {
    const dropped = { "content-encoding": "gzip", etag: '"a"', link: "</a.css>; rel=preload" };
    const kept = { "x-content-type-options": "nosniff", "content-security-policy": "old", "content-length": "6" };
    const failed = { status: 500, headers: { "content-type": "text/html", ...dropped, ...kept }, body };
    const { html, headers } = renderPage("/a-draw");
    const replaced = replaceFailure(failed, audience);
    expect(replaced).toEqual({
      status: 500,
      headers: { "x-content-type-options": "nosniff", ...headers },
      body: Buffer.from(html),
    });
    expect(headers["content-length"]).toBe(String(replaced.body.length));
  });

  it.each([
    ["a page", 200, "text/html"],
    ["a missing page", 404, "text/html"],
    ["a refusal", 500, "application/json"],
    ["an answer to the router", 500, "text/x-component"],
  ])("leaves %s as it is", (_what, status, type) => {
    const answer = { status, headers: { "content-type": type, link: "</a.css>; rel=preload" }, body };
    expect(replaceFailure(answer, audience)).toBe(answer);
  });
});

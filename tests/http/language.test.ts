import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { importDraw } from "@/tests/support/calls/buyer";
import { drawWith } from "@/tests/support/draws/draw";
import type { Server } from "@/tests/support/servers/server";
import { ask } from "@/tests/support/servers/shared-cache";
import { shareServer } from "@/tests/support/servers/shared-server";

let server: Server;

beforeAll(async () => {
  server = await shareServer();
  await importDraw(server, drawWith({ id: "worded-5050" }));
});

afterAll(() => server.stop());

async function visit(path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(`${server.url}${path}`, { headers, redirect: "manual" });
  const location = answer.headers.get("location");
  const target = location ? new URL(location, server.url) : undefined;
  return { answer, status: answer.status, target: target?.href.replace(server.url, "") };
}

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9,fr;q=0.8" };

describe("an address without prefix", () => {
  it.each([
    ["the browser", french],
    ["the cookie", { ...english, cookie: "i18n_redirected=fr" }],
  ])("redirects to French by %s, with its query", async (_, headers) => {
    const { answer, status, target } = await visit("/worded-5050?a=1&a=2", headers);
    expect({ status, target }).toEqual({ status: 307, target: "/fr/worded-5050?a=1&a=2" });
    expect(answer.headers.get("cache-control")).toBe("private, no-store");
  });

  it.each([
    ["an English browser", english],
    ["a chosen English with a French browser", { ...french, cookie: "i18n_redirected=en" }],
    ["no hint at all", {}],
    ["a cookie that is no language", { cookie: "i18n_redirected=de" }],
  ])("stays English for %s, and tells caches what it depends on", async (_, headers) => {
    const { answer, status } = await visit("/worded-5050", headers);
    expect(status).toBe(200);
    expect(await answer.text()).toContain('<html lang="en-US"');
    expect(answer.headers.get("vary")).toMatch(/Cookie, Accept-Language/);
  });

  it("redirects to French by the host, whatever the browser's language", async () => {
    const { status, headers } = await ask(`${server.url}/worded-5050`, { ...english, host: "fr.example.test" });
    expect([status, new URL(headers.location ?? "", server.url).pathname]).toEqual([307, "/fr/worded-5050"]);
  });

  it("is also redirected on the pages of a single order", async () => {
    const { target } = await visit("/order/worded-5050/x", french);
    expect(target).toBe("/fr/order/worded-5050/x");
  });
});

describe("an address with /fr", () => {
  it("is French regardless of the chosen language", async () => {
    const { answer, status } = await visit("/fr/worded-5050", { ...english, cookie: "i18n_redirected=en" });
    expect(status).toBe(200);
    expect(await answer.text()).toContain('<html lang="fr-FR"');
  });
});

describe("a chosen language", () => {
  it.each([
    ["/worded-5050?lang=fr", "/fr/worded-5050", "fr"],
    ["/fr/worded-5050?lang=en", "/worded-5050", "en"],
    ["/worded-5050?lang=en", "/worded-5050", "en"],
    ["/worded-5050?a=1&lang=fr&title=b", "/fr/worded-5050?a=1&title=b", "fr"],
    ["/?lang=fr", "/fr", "fr"],
    ["/fr?lang=en", "/", "en"],
    ["/order/a/b?lang=fr", "/fr/order/a/b", "fr"],
  ])("%s redirects to %s and is remembered for a year", async (path, expected, language) => {
    const { answer, status, target } = await visit(path);
    expect({ status, target }).toEqual({ status: 307, target: expected });
    const cookie = answer.headers.get("set-cookie") ?? "";
    expect(cookie).toContain(`i18n_redirected=${language}; Path=/;`);
    expect(cookie).toMatch(/Max-Age=31536000;.*SameSite=lax/i);
  });

  it("ignores a language that does not exist", async () => {
    const { answer, status } = await visit("/worded-5050?lang=de");
    expect(status).toBe(200);
    expect(answer.headers.get("set-cookie")).toBeNull();
  });

  it.each([
    "//evil.example?lang=fr",
    "/fr//evil.example?lang=en",
    "/fr/%2F/evil.example?lang=en",
    "/fr/%5Cevil.example?lang=en",
    "/fr/%09/evil.example?lang=en",
    "/en//evil.example",
    "/en/%5C/evil.example",
  ])("never redirects from %s to another host", async (path) => {
    const answer = await fetch(`${server.url}${path}`, { redirect: "manual" });
    const location = answer.headers.get("location") ?? "";
    expect(answer.status).toBeGreaterThanOrEqual(307);
    expect(new URL(location, server.url).origin).toBe(new URL(server.url).origin);
    expect(location).not.toMatch(/^[\\/]{2}/);
  });
});

describe("addresses that do not exist", () => {
  it.each([
    ["/zzz/yyy", "Page not Found"],
    ["/fr/zzz/yyy", "Page introuvable"],
    ["/de/x", "Page not Found"],
    ["/fr/fr/x", "Page introuvable"],
    ["/fr/en/x", "Page introuvable"],
    ["/en/fr/x", "Page not Found"],
    ["/en/en/x", "Page not Found"],
    ["/zzz", "Page not Found"],
    ["/fr/zzz", "Page introuvable"],
    ["/404", "Page not Found"],
    ["/fr/404", "Page introuvable"],
    ["/_global-error", "Page not Found"],
    ["/worded-5050~dGl0bGU9R2FsYQ", "Page not Found"],
    ["/fr/1/worded-5050~dGl0bGU9R2FsYQ", "Page introuvable"],
    ["/x.html", "Page not Found"],
  ])("%s is a 404 in its language and isn't cached", async (path, heading) => {
    const { answer, status } = await visit(path);
    expect(status).toBe(404);
    expect(await answer.text()).toContain(heading);
    expect(answer.headers.get("cache-control")).toMatch(/no-store/);
  });
});

describe("a trailing slash", () => {
  it.each([
    ["/worded-5050/", "/worded-5050"],
    ["/fr/worded-5050/?a=1&a=2", "/fr/worded-5050?a=1&a=2"],
    ["/fr/", "/fr"],
    ["/order/a/b/", "/order/a/b"],
    ["/fr/zzz/yyy/", "/fr/zzz/yyy"],
    ["/en/worded-5050/", "/en/worded-5050"],
    ["/worded-5050/?lang=fr", "/worded-5050?lang=fr"],
  ])("%s permanently redirects to %s", async (path, expected) => {
    for (const headers of [english, french]) {
      const { status, target } = await visit(path, headers);
      expect({ status, target }).toEqual({ status: 308, target: expected });
    }
  });

  it.each([
    "//evil.example/",
    "///evil.example//",
    "/fr//evil.example/",
    "/en//evil.example/",
    "/%2Fevil.example/",
    "/%2F/evil.example/",
    "/%5Cevil.example/",
    "/\\evil.example/",
    "/%09/evil.example/",
    "/.//evil.example/",
    "/x/..//evil.example/",
    "/@evil.example/",
    "/https:/evil.example/",
  ])("never redirects from %s to another host", async (path) => {
    const { status, headers } = await ask(`${server.url}${path}`);
    const location = headers.location ?? "";
    expect(status).toBe(308);
    expect(new URL(location, server.url).origin).toBe(new URL(server.url).origin);
    expect(location).not.toMatch(/^[\\/]{2}/);
  });
});

describe("/en", () => {
  it.each([
    ["/en", "/"],
    ["/en?a=1", "/?a=1"],
    ["/en/worded-5050?a=1", "/worded-5050?a=1"],
    ["/en/order/a/b", "/order/a/b"],
  ])("%s permanently redirects to %s", async (path, expected) => {
    const { status, target } = await visit(path);
    expect({ status, target }).toEqual({ status: 308, target: expected });
  });
});

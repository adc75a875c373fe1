import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { pageKeyOf } from "@/lib/platform/guard/page-key";
import { detectLanguage } from "@/lib/platform/i18n/detect-language";
import type { Nginx } from "@/tests/support/nginx";
import { hasNginx } from "@/tests/support/nginx";
import { headerForms } from "@/tests/support/page-variants";
import { ask, startShippedMaps } from "@/tests/support/shared-cache";

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9" };

/** The server keeps other pages too; nginx those of draws alone. */
const keyOf = (url: string, headers = {}) =>
  /^\/(?:fr)?(?:\?|$)/.test(url) ? null : pageKeyOf({ method: "GET", url, headers }, () => "/[locale]/page");

describe.skipIf(!hasNginx)("the rules of the shipped nginx", () => {
  let maps: Nginx;

  beforeAll(async () => {
    maps = await startShippedMaps("$tirage_page|$tirage_language|$tirage_form|[$tirage_counted]");
  });
  afterAll(() => maps?.stop());

  async function rulesFor(path: string, headers: Record<string, string> = {}) {
    const [page, language, form, counted] = (await ask(`${maps.url}${path}`, headers)).body.split("|");
    return { page, language, form, isCounted: counted !== "[]" };
  }

  it("treat a visitor as English only if the server does, and recognize most of those", async () => {
    const cookies = ["", "a=b", "i18n_redirected=en", "a=b; i18n_redirected=fr; c=d", "i18n_redirected=de"];
    const twice = ["i18n_redirected=en; i18n_redirected=fr", "xi18n_redirected=en", "i18n_redirected=en=fr"];
    const hosts = ["tickets.example.ca", "fr.example.ca", "FR.example.ca:3000", "africa.example.ca"];
    const spoken = [
      "",
      "en",
      "en-CA,en;q=0.9,fr;q=0.8",
      "fr-CA,fr;q=0.9,en;q=0.8",
      "en;q=0.5, FR-ca;q=0.7",
      "de,fr;q=0.2",
    ];
    const more = [
      "EN-us , fr",
      "frr,es",
      "de-DE,de;q=0.9",
      "*",
      "*,fr;q=0.5",
      "en,fr;q=5",
      "english,fr",
      "en_CA,fr",
      "en;fr",
    ];
    let kept = 0;
    for (const cookie of [...cookies, ...twice]) {
      for (const host of hosts) {
        for (const acceptLanguage of [...spoken, ...more]) {
          const headers = { cookie, host, "accept-language": acceptLanguage };
          const { language } = await rulesFor("/draw", headers);
          if (language === "") continue;
          kept += 1;
          // A quality above 1 is none; the middleware takes who names English first for English.
          if (acceptLanguage === "en,fr;q=5") continue;
          expect([headers, language, keyOf("/draw", headers)?.language]).toEqual([headers, "en", "en"]);
          const chosen = /(?:^|; )i18n_redirected=(..)(?:;|$)/.exec(cookie)?.[1];
          expect(detectLanguage({ ...(chosen ? { cookie: chosen } : {}), host, acceptLanguage })).toBe("en");
        }
      }
    }
    expect(kept).toBeGreaterThan(50);
    for (const headers of [{}, english, { ...french, cookie: "i18n_redirected=en" }, { "accept-language": "de" }])
      expect((await rulesFor("/draw", headers)).language).toBe("en");
  });

  it.each([
    ["/draw", "/fr/draw", "/1/draw", "/fr/1/draw", "/draw?", "/draw?fbclid=a%20b+c&utm_source", "/fr/draw?a=b?title=c"],
    ["/draw?title=a", "/draw?a=1&inSupportOf=b", "/fr/draw?lang=de", "/draw?_rsc", "/draw?_rsc=x", "/draw?%74itle=a"],
    [
      "/draw?ti+tle",
      "/draw?&",
      "/draw?a=1&",
      "/draw?=a",
      "/draw?a?title=b",
      "/draw?a=1&&b",
      "/draw?Title=a",
      "/draw?langs=a",
    ],
    ["/draw/", "//draw", "/%64raw", "/%66r/draw", "/draw.rsc", "/draw/_payload.json", "/en/draw", "/-a", "/"],
    ["/order/draw/one", "/fr/order/draw/one", "/api/ready", "/api/draws/draw/live", "/2/draw", `/${"d".repeat(65)}`],
  ])("recognize the pages that the server has: %s and others", async (...paths) => {
    for (const path of paths) {
      const known = keyOf(path);
      const { page, language } = await rulesFor(path);
      expect([path, page, language]).toEqual([path, known?.path ?? "", known?.language ?? ""]);
    }
  });

  it.each(headerForms.filter((form) => "rsc" in form))("leave %j to the server", async (form) => {
    expect((await rulesFor("/fr/draw", form)).language).toBe("");
  });

  it.each([
    ["gzip, deflate, br, zstd", "br, gzip"],
    ["gzip;q=1.0, br;q=0.001", "br, gzip"],
    ["gzip", "gzip"],
    ["GZIP, br;q=0", "gzip"],
    ["gzip;q=0.0, br", "identity"],
    ["br", "identity"],
    ["xgzip, brx", "identity"],
    ["*", "identity"],
    ["", "identity"],
  ])("ask, for clients that accept %s, for the encoding %s", async (accepted, form) => {
    expect((await rulesFor("/draw", { "accept-encoding": accepted })).form).toBe(form);
  });

  it("count by its address who asks for what is rendered anew, and nobody who buys", async () => {
    const counted = async (paths: string[]) => {
      const rules = await Promise.all(paths.map((path) => rulesFor(path)));
      return paths.filter((_path, at) => rules[at]?.isCounted);
    };
    const rendered = [
      "/order/draw/one",
      "/fr/order/draw/one",
      "/terminal/orders",
      "/draw/",
      "/a/b/c",
      "/success?a=b",
      "/fr/terminal",
    ];
    expect(await counted(rendered)).toEqual(rendered);
    const bought = ["/draw", "/fr/draw?a=b", "/1/draw", "/", "/fr", "/?filter=past", "/api/draws/draw/orders"];
    const files = [
      "/favicon.ico",
      "/site.webmanifest",
      "/_next/static/a.js",
      "/builds/1",
      "/.well-known/apple-developer-merchantid-domain-association",
    ];
    expect(await counted([...bought, ...files])).toEqual([]);
  });
});

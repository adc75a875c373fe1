import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { toPageKey } from "@/lib/platform/guard/page-key";
import { classifyPages } from "@/lib/wiring/classify-pages";
import { headerForms } from "@/tests/support/hostile/page-variants";
import type { Nginx } from "@/tests/support/servers/nginx";
import { hasNginx } from "@/tests/support/servers/nginx";
import { ask, startShippedMaps } from "@/tests/support/servers/shared-cache";

const pages = classifyPages({ findPattern: () => "/[locale]/page", isDraw: async () => true, hasList: true });

/** nginx only caches pages of draws; the server also caches others. */
const keyOf = (url: string, headers = {}) =>
  /^\/(?:fr)?(?:\?|$)/.test(url) ? null : toPageKey({ method: "GET", url, headers }, pages);

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
      const key = keyOf(path);
      const { page, language } = await rulesFor(path);
      expect([path, page, language]).toEqual([path, key?.path ?? "", key?.language ?? ""]);
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

import { describe, expect, it } from "vitest";

import { toPageKey } from "@/lib/platform/guard/page-key";
import { classifyPages } from "./classify-pages";

/** Works like `createPatterns`, without a build. */
function findPattern(path: string): string {
  if (/^(?:\/fr)?\/(?:order\/\w+\/\w+|\w+\/poster)$/.test(path)) return "/[locale]/page";
  return /^(?:\/fr)?(?:\/1)?\/[^/]+$/.test(path) ? "/[locale]/[id]" : "/[locale]/[...rest]";
}

const pages = classifyPages({ findPattern, isDraw: async (id) => id === "demo5050", hasList: true });

const ask = (url: string, headers: Record<string, string> = {}, method = "GET") =>
  toPageKey({ method, url, headers }, pages);

describe("the shared page of a request", () => {
  it.each([
    ["/demo5050", "/demo5050", "en"],
    ["/fr/demo5050", "/fr/demo5050", "fr"],
    ["/1/demo5050", "/1/demo5050", "en"],
    ["/fr/1/demo5050", "/fr/1/demo5050", "fr"],
    ["/demo5050?", "/demo5050", "en"],
    ["/demo5050?fbclid=a%20b+c&utm_source&enableLogging=true", "/demo5050", "en"],
    ["/fr/demo5050?nxtPid=another", "/fr/demo5050", "fr"],
  ])("recognizes the page %s by its bare URL", (url, path, language) => {
    expect(ask(url)).toEqual({ path, language });
    expect(ask(url, {}, "HEAD")).toEqual({ path, language });
  });

  it.each([
    ["/fr/", "/1", "/fr/1", "/en", "/en/demo5050", "/demo5050/", "//demo5050", "/demo5050/poster"],
    ["/dummy", "/success", "/fr/success", "/successV1", "/staticSuccess", "/hashtest", "/terminal", "/fr/terminal"],
    ["/terminal/demo5050", "/order/a/b", "/api/ready", "/api"],
    ["/%64emo5050", "/%66r/demo5050", "/demo5050/_payload.json", "/demo5050.rsc", "/demo.txt", "/_next"],
    [
      "/_next/static/a.js",
      "/.well-known/a",
      "/?title=a",
      "/?lang=fr",
      "/x/y?_rsc=a",
      "/demo5050\\",
      "/demo5050;a",
      "http://localhost/demo5050",
      "*",
      "",
    ],
    ["/demo5050?title=a", "/demo5050?a=1&inSupportOf=b", "/fr/demo5050?lang=de", "/demo5050?_rsc", "/demo5050?_rsc=x"],
    ["/demo5050?%74itle=a", "/demo5050?ti+tle", "/demo5050?&", "/demo5050?a=1&", "/demo5050?=a", "/demo5050?a?title=b"],
  ])("leaves every other URL to Next: %s and others", (...urls) => {
    expect(urls.filter((url) => ask(url) !== null)).toEqual([]);
  });

  it.each([
    ["/", "/-/list/all", "en"],
    ["/?utm_source=a", "/-/list/all", "en"],
    ["/?filter=toString", "/-/list/all", "en"],
    ["/?filter=past&filter=hot", "/-/list/all", "en"],
  ])("recognizes the list %s of all draws", (url, path, language) => {
    expect(ask(url)).toEqual({ path, language });
  });

  it.each([
    ["/?filter=past", "/-/list/past", "en"],
    ["/fr?filter=hot&utm_source=a", "/fr/-/list/hot", "fr"],
    ["/?filter=%70ast", "/-/list/past", "en"],
  ])("recognizes the list %s by its filter, by which nobody buys", (url, path, language) => {
    expect(ask(url)).toEqual({ path, language, isLowPriority: true });
  });

  it.each([
    ["/a/b", "/-/-/-/-", "en"],
    ["/fr/a/b/c.php?d=e", "/fr/-/-/-/-", "fr"],
    ["/wp-login.php", "/-/-/-/-", "en"],
    [`/${"d".repeat(65)}`, "/-/-/-/-", "en"],
    ["/-/list/past", "/-/-/-/-", "en"],
    ["/-demo", "/-/-/-/-", "en"],
  ])("recognizes that %s has no page", (url, path, language) => {
    expect(ask(url)).toEqual({ path, language, isLowPriority: true, isMissing: true });
  });

  it.each(["POST", "PUT", "OPTIONS"])("leaves %s to Next", (method) => {
    expect(ask("/demo5050", {}, method)).toBeNull();
  });

  it.each([
    "rsc",
    "next-router-prefetch",
    "next-router-segment-prefetch",
    "next-url",
    "next-action",
    "x-nextjs-data",
    "x-middleware-prefetch",
    "x-middleware-subrequest",
    "x-prerender-revalidate",
    "x-matched-path",
    "x-invoke-path",
    "x-now-route-matches",
  ])("leaves requests with %s to Next", (name) => {
    expect(ask("/fr/demo5050", { [name]: "1" })).toBeNull();
  });

  it.each(["__prerender_bypass=a", "a=b; __next_preview_data=c"])("leaves a draft to Next: %s", (cookie) => {
    expect(ask("/fr/demo5050", { cookie })).toBeNull();
  });
});

it("is none at the URL of the list where a main site has one", () => {
  const elsewhere = classifyPages({ findPattern, isDraw: async () => true, hasList: false });
  for (const url of ["/", "/fr", "/?filter=past"])
    expect(toPageKey({ method: "GET", url, headers: {} }, elsewhere)).toBeNull();
});

describe("what a page that Next has to make is for", () => {
  it.each([
    ["/demo5050", "", "sale"],
    ["/fr/1/demo5050", "", "sale"],
    ["/", "utm=a", "sale"],
    ["/order/a/b", "", "sale"],
    ["/", "filter=past", "other"],
    ["/no-such-draw", "", "other"],
    ["/'--", "", "other"],
    ["/a/b", "", "other"],
  ])("is at %s with the query %j a %s", async (path, query, rank) => {
    expect(await pages.getPagePriority(path, query)).toBe(rank);
  });
});

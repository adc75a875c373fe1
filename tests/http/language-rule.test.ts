import { unstable_doesMiddlewareMatch as doesMiddlewareMatch } from "next/experimental/testing/server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";

import { titleParameters } from "@/lib/draws/pages/rules.page-paths";
import { toPageKey } from "@/lib/platform/guard/page-key";
import { detectFromHeaders, detectLanguage, languageCookie } from "@/lib/platform/i18n/language-rule";
import type { Language } from "@/lib/platform/i18n/routing";
import { languageParameter, languages } from "@/lib/platform/i18n/routing";
import { classifyPages } from "@/lib/wiring/classify-pages";
import { config } from "@/middleware";
import type { Nginx } from "@/tests/support/servers/nginx";
import { hasNginx } from "@/tests/support/servers/nginx";
import { ask, startShippedMaps } from "@/tests/support/servers/shared-cache";

type Headers = Record<string, string>;
type Matcher = typeof config;

/** `wants` is null if the cookie is ambiguous. */
type Visitor = { headers: Headers & { host: string }; wants: Language | null };

const name = languageCookie.name;

const cookies: [cookie: string, chosen: Language | "none" | "unclear"][] = [
  ["", "none"],
  ["a=b", "none"],
  [`${name}=en`, "en"],
  [`${name}=fr`, "fr"],
  [`a=b; ${name}=en; c=d`, "en"],
  [`a=b; ${name}=fr; c=d`, "fr"],
  ...[`${name}=de`, `${name}=`, `${name}=en; ${name}=fr`, `${name}=%65n`, `${name}="en"`, `${name}=en=fr`].map(
    (cookie): [string, "unclear"] => [cookie, "unclear"],
  ),
  [`x${name}=en`, "unclear"],
  [`${name} =en`, "unclear"],
];

const hosts: [host: string, isFrench: boolean][] = [
  ["tickets.example.ca", false],
  ["africa.example.ca", false],
  ["fr.example.ca", true],
  ["FR.example.ca:3000", true],
];

const browsers: [acceptLanguage: string, wants: Language][] = [
  ["", "en"],
  ["en", "en"],
  ["en-CA,en;q=0.9", "en"],
  ["en-CA,en;q=0.9,fr;q=0.8", "en"],
  ["EN-us , fr", "en"],
  ["en,fr;q=5", "en"],
  ["en-CA,fr", "en"],
  ["fr-CA,fr;q=0.9,en;q=0.8", "fr"],
  ["fr,en", "fr"],
  ["en;q=0.5, FR-ca;q=0.7", "fr"],
  ["en;q=0.9,fr;q=0.8", "en"],
  ["de,fr;q=0.2,en;q=0.1", "fr"],
  ["de,FR;q=0.1", "fr"],
  ["fr;q=0,de", "en"],
  ["de-DE,de;q=0.9", "en"],
  ["*", "en"],
  ["*,fr;q=0.5", "en"],
  ["frr,es", "en"],
  ["english,fr", "fr"],
  ["en_CA,fr", "fr"],
  ["en;fr", "en"],
];

const visitors: Visitor[] = cookies.flatMap(([cookie, chosen]) =>
  hosts.flatMap(([host, isFrench]) =>
    browsers.map(([acceptLanguage, spoken]) => {
      const detected = isFrench ? "fr" : spoken;
      const wants = { none: detected, unclear: null, en: "en", fr: "fr" } as const;
      return { headers: { cookie, host, "accept-language": acceptLanguage }, wants: wants[chosen] };
    }),
  ),
);

/** Addresses without prefix, from which visitors may be redirected to French. */
const paths = ["/", "/demo5050", "/1/demo5050", "/demo5050/poster", "/order/a/b", "/terminal", "/success", "/zzz/yyy"];

const pages = classifyPages({ findPattern: () => "/[locale]/page", isDraw: async () => true, hasList: true });
const keyOf = (url: string, headers: Headers = {}) => toPageKey({ method: "GET", url, headers }, pages);

function isLetIn(path: string, headers: Headers = {}, matcher: Matcher = config): boolean {
  const parts = (headers.cookie ?? "").split(";").map((part) => part.trim().split("=") as [string, string]);
  const cookieValues = Object.fromEntries(parts.filter(([key]) => key !== "").map(([key, value = ""]) => [key, value]));
  const url = `http://${headers.host ?? "tickets.example.ca"}${path}`;
  return doesMiddlewareMatch({ config: matcher, url, headers, cookies: cookieValues });
}

function misread(): unknown[] {
  return visitors.filter(({ headers, wants }) => {
    const { cookie, host, "accept-language": acceptLanguage } = headers;
    const chosen = /(?:^|; )i18n_redirected=(en|fr)(?:;|$)/.exec(cookie ?? "")?.[1];
    const detected = detectLanguage({ cookie: chosen, host, acceptLanguage });
    return detectFromHeaders(headers) !== wants || (wants !== null && detected !== wants);
  });
}

function overlooked(matcher: Matcher = config): unknown[] {
  const french = visitors.filter(({ wants }) => wants === "fr");
  return french.flatMap((one) =>
    paths.filter((path) => !isLetIn(path, one.headers, matcher)).map((path) => [path, one]),
  );
}

function withoutEntry(key: string): Matcher {
  const names = (entry: Matcher["matcher"][number]) =>
    typeof entry !== "string" && JSON.stringify(entry.has).includes(key);
  return { ...config, matcher: config.matcher.filter((entry) => !names(entry)) };
}

describe("the rule of languages", () => {
  it("reads the cookie, then the host, then the browser, and nothing of a cookie with two meanings", () => {
    expect(misread()).toEqual([]);
    expect(new Set(visitors.map(({ wants }) => wants))).toEqual(new Set(["en", "fr", null]));
  });

  it("needs no header", () => {
    expect([detectLanguage({}), detectFromHeaders({}), detectLanguage({ host: "fr" })]).toEqual(["en", "en", "en"]);
  });
});

describe("the matcher of the middleware", () => {
  it("lets in everybody whom the rule finds French, at each page without prefix", () => {
    expect(overlooked()).toEqual([]);
  });

  it.each([name, "accept-language"])("would overlook somebody without its entry for %s", (key) => {
    expect(overlooked(withoutEntry(key))).not.toEqual([]);
  });

  it("would overlook somebody if it took who names English at all for English", () => {
    const text = JSON.stringify(config).replace("(?:,|$)).*[fF][rR].*", "(?:,|;|$)).*[fF][rR].*");
    expect(overlooked(JSON.parse(text) as Matcher)).not.toEqual([]);
  });

  it("lets in who chooses a language, and who gives a draw words, in both languages", () => {
    for (const prefix of ["", "/fr"]) {
      for (const language of languages)
        for (const path of ["/demo5050", "/order/a/b", "/zzz"])
          expect([path, isLetIn(`${prefix}${path}?a=b&${languageParameter}=${language}`)]).toEqual([path, true]);
      for (const parameter of titleParameters)
        for (const path of ["/demo5050", "/1/demo5050"])
          expect([path, isLetIn(`${prefix}${path}?${parameter}=a`)]).toEqual([path, true]);
    }
  });

  const visited = [
    "/",
    "/order/a/b",
    "/success?a=b",
    "/hashtest",
    "/dummy",
    "/terminal",
    "/console",
    "/console/people",
  ];

  it.each(visited)("lets everybody in at %s, which is rendered per request", (path) => {
    for (const prefix of ["", "/fr"]) expect(isLetIn(`${prefix}${path}`, { cookie: `${name}=en` })).toBe(true);
  });

  it("keeps who surely wants English out of cached pages, which it would slow down", () => {
    const plain: Headers[] = [{}, { "accept-language": "en-CA,en;q=0.9,fr;q=0.8" }, { cookie: `${name}=en` }];
    const asked = ["/demo5050", "/1/demo5050", "/staticSuccess", "/fr/demo5050", "/demo5050/poster", "/zzz/yyy"];
    expect(asked.filter((path) => plain.some((headers) => isLetIn(path, headers)))).toEqual([]);
  });

  it.each([
    "/fr/demo5050",
    "/api/draws/a/live",
    "/_next/static/a.js",
    "/_i18n/fr/messages.json",
    "/icon.svg",
    "/demo5050/card.png",
    "/demo5050/draw.ics",
    "/.well-known/x",
  ])("keeps everybody out of %s, which has no other language", (path) => {
    expect(isLetIn(path, { cookie: `${name}=fr`, "accept-language": "fr" })).toBe(false);
  });
});

describe("the guard before Next", () => {
  it("keeps a page at an address without prefix for those alone who surely want English", () => {
    for (const { headers, wants } of visitors) {
      expect([headers, keyOf("/demo5050", headers)?.language]).toEqual([headers, wants === "en" ? "en" : undefined]);
      expect(keyOf("/fr/demo5050", headers)).toEqual({ path: "/fr/demo5050", language: "fr" });
    }
  });

  it("keeps none for who chooses a language or gives a draw words", () => {
    for (const parameter of [languageParameter, ...titleParameters])
      for (const path of ["/demo5050", "/fr/demo5050", "/1/demo5050"])
        expect([path, keyOf(`${path}?a=b&${parameter}=c`)]).toEqual([path, null]);
  });
});

describe.skipIf(!hasNginx)("the shipped nginx", () => {
  const servers: Nginx[] = [];
  const words = "$tirage_language";

  async function start(change?: (file: string) => string): Promise<Nginx> {
    const nginx = await startShippedMaps(words, change);
    servers.push(nginx);
    return nginx;
  }

  let shipped: Nginx;
  beforeAll(async () => {
    shipped = await start();
  });
  afterAll(() => Promise.all(servers.map((one) => one.stop())));

  const languageAt = async ({ url }: Nginx, path: string, headers: Headers = {}) =>
    (await ask(`${url}${path}`, headers)).body;

  /** Visitors who get the cached English page, and those of them who may not want it. */
  async function servedEnglish(nginx: Nginx): Promise<{ all: Visitor[]; wrong: Visitor[] }> {
    const all: Visitor[] = [];
    for (const visitor of visitors)
      if ((await languageAt(nginx, "/demo5050", visitor.headers)) !== "") all.push(visitor);
    return { all, wrong: all.filter(({ wants }) => wants !== "en") };
  }

  it("keeps a page at an address without prefix for those alone who want English, and for most of them", async () => {
    const { all, wrong } = await servedEnglish(shipped);
    expect(wrong).toEqual([]);
    expect(all.length).toBeGreaterThan(visitors.filter(({ wants }) => wants === "en").length / 2);
    expect(await languageAt(shipped, "/demo5050")).toBe("en");
    expect(await languageAt(shipped, "/fr/demo5050", { "accept-language": "fr" })).toBe("fr");
  });

  it.each([
    ["browsers", '"~*^(?!.*fr)" en;', '"~*^(?!fr)" en;'],
    ["hosts", '"~*^fr\\." french;', '"~^fr\\." french;'],
    ["cookies", '"~i18n_redirected.*i18n_redirected" unclear;', ""],
  ])("would give somebody else's page away by another rule of %s", async (_what, rule, other) => {
    const wrong = await start((file) => file.replace(rule, other));
    expect((await servedEnglish(wrong)).wrong).not.toEqual([]);
  });

  it("keeps none for who chooses a language or gives a draw words", async () => {
    for (const parameter of [languageParameter, ...titleParameters])
      for (const path of ["/demo5050", "/fr/demo5050"])
        expect([path, await languageAt(shipped, `${path}?a=b&${parameter}=c`)]).toEqual([path, ""]);
  });
});

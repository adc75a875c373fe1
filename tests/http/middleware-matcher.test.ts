import { unstable_doesMiddlewareMatch as doesMiddlewareMatch } from "next/experimental/testing/server";
import { describe, expect, it } from "vitest";

import { config } from "@/middleware";

const french = { "accept-language": "fr-CA,fr;q=0.9,en;q=0.8" };
const english = { "accept-language": "en-CA,en;q=0.9,fr;q=0.8" };

describe("the middleware", () => {
  function passes(path: string, headers: Record<string, string> = {}, cookies: Record<string, string> = {}): boolean {
    return doesMiddlewareMatch({ config, url: `http://tickets.example.ca${path}`, headers, cookies });
  }

  it.each(["/demo5050", "/1/demo5050", "/staticSuccess", "/fr/demo5050", "/demo5050/poster", "/zzz/yyy"])(
    "skips the cached page %s",
    (path) => {
      expect(passes(path)).toBe(false);
      expect(passes(path, english)).toBe(false);
      expect(passes(path, french, { i18n_redirected: "en" })).toBe(false);
    },
  );

  it.each([
    "/fr/demo5050",
    "/api/draws/a/live",
    "/_next/static/a.js",
    "/_i18n/fr/messages.json",
    "/icon.svg",
    "/demo5050/card.png",
    "/demo5050/draw.ics",
    "/.well-known/x",
  ])("skips %s for a French visitor too", (path) => {
    expect(passes(path, french, { i18n_redirected: "fr" })).toBe(false);
  });

  it.each(["/", "/demo5050", "/zzz/yyy", "/france", "/apiary"])("handles %s for a French visitor", (path) => {
    expect(passes(path, french)).toBe(true);
    expect(passes(path, {}, { i18n_redirected: "fr" })).toBe(true);
    expect(passes(path, { host: "fr.example.ca" })).toBe(true);
    expect(passes(path, { "accept-language": "de,FR;q=0.1" })).toBe(true);
  });

  it.each([
    "/",
    "/fr",
    "/order/a/b",
    "/fr/order/a/b",
    "/success?instanceId=a",
    "/fr/success",
    "/hashtest",
    "/terminal",
    "/fr/terminal/recent-orders",
    "/titled/a",
    "/fr/titled/a",
    "/demo5050?title=a",
    "/fr/demo5050?inSupportOf=a",
    "/demo5050?lang=en",
    "/fr/demo5050?lang=en",
  ])("handles %s for every visitor", (path) => {
    expect(passes(path, english, { i18n_redirected: "en" })).toBe(true);
  });
});

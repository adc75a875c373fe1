import { join } from "node:path";
import type { NextConfig } from "next";
import createNextIntlPlugin from "next-intl/plugin";

import { pixelPolicy, securityHeaders } from "./lib/platform/csp/policy.mjs";
import { defaultLanguage, languages, prefixedLanguages } from "./lib/platform/i18n/routing";

const prefix = `:language(${prefixedLanguages.join("|")})?`;
const anyLanguage = languages.join("|");

// Many shared caches ignore the headers by which Next varies these answers.
const navigationHeaders = [{ key: "Cache-Control", value: "private, no-store" }];

// Their names contain no hash, but they change only with a release.
const publicFileHeaders = [{ key: "Cache-Control", value: "public, max-age=3600" }];

const config: NextConfig = {
  reactStrictMode: true,
  poweredByHeader: false,
  productionBrowserSourceMaps: false,
  typescript: { ignoreBuildErrors: process.env.TYPES_ARE_CHECKED === "1" },
  serverExternalPackages: ["@electric-sql/pglite", "nodemailer", "rate-limiter-flexible", "undici"],
  images: { unoptimized: true },
  turbopack: { resolveAlias: { "next-intl": { browser: "./lib/platform/i18n/browser-intl.ts" } } },
  cacheHandler: join(import.meta.dirname, "cache-handler.mjs"),
  cacheMaxMemorySize: 0,
  expireTime: 1,
  // A live server loads all pages before the first buyer comes. A demo doesn't, so that it starts sooner.
  experimental: { preloadEntriesOnStart: process.env.TIRAGE_MODE !== "demo" },
  headers() {
    return [
      { source: "/:path*", headers: securityHeaders },
      { source: `/${prefix}/order/:path*`, headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
      { source: `/${prefix}/terminal/:path*`, headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
      { source: `/${prefix}/:id/preview/:path*`, headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
      { source: `/${prefix}/success`, headers: [{ key: "Referrer-Policy", value: "no-referrer" }] },
      { source: "/:path(.+\\.rsc)", headers: navigationHeaders },
      { source: "/:path*", has: [{ type: "header", key: "rsc" }], headers: navigationHeaders },
      { source: "/:path*", has: [{ type: "query", key: "_rsc" }], headers: navigationHeaders },
      {
        source: "/pixel.html",
        headers: [
          { key: "Content-Security-Policy", value: pixelPolicy },
          { key: "Referrer-Policy", value: "no-referrer" },
        ],
      },
      {
        source:
          "/:file(apple-touch-icon\\.png|favicon\\.ico|icon-192\\.png|icon-512\\.png|(?:icon|tickets)\\.svg|pixel\\.(?:html|js)|site\\.webmanifest)",
        headers: publicFileHeaders,
      },
    ];
  },
  redirects() {
    return [
      { source: `/${defaultLanguage}`, destination: "/", permanent: true },
      {
        source: `/${defaultLanguage}/:path((?!(?:${anyLanguage})(?:/|$)).*[^/])`,
        destination: "/:path",
        permanent: true,
      },
    ];
  },
  rewrites() {
    return {
      // Next's own pages here may be cached for a year.
      beforeFiles: [
        { source: "/:path(404|500|_error|_not-found|_global-error)", destination: `/${defaultLanguage}/:path` },
      ],
      afterFiles: [
        { source: "/", destination: `/${defaultLanguage}` },
        {
          source: `/:path((?!(?:api|_next|_i18n|builds|\\.well-known|${anyLanguage})(?:/|$)).*)`,
          destination: `/${defaultLanguage}/:path`,
        },
      ],
    };
  },
};

const withNextIntl = createNextIntlPlugin({
  requestConfig: "./lib/platform/i18n/request.ts",
  experimental: { messages: { path: "./messages", format: "json", locales: "infer", precompile: true } },
});

export default withNextIntl(config);

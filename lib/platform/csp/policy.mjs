import { createHash } from "node:crypto";

import { themeScripts } from "./theme-script.mjs";

/**
 * `cardFrames`: origins of the card fields besides that of their script. `standInScripts`: folder of a demo's stand-in
 * for Apple Pay, otherwise null. `appCheck`: selling pages load App Check.
 * @typedef {{ cardScriptUrl: string, cardFrames: string[], standInScripts: string | null, appCheck: boolean,
 *   secure: boolean }} PolicySources
 */

/**
 * `sale` pages may take payments, `public` pages show draws with banners, and `private` pages show an order at a secret
 * URL and load nothing from other hosts (docs/design.md, Foreign content of pages).
 * @typedef {"sale" | "public" | "private"} PageKind
 */

/** Directives of every answer. There is no `script-src`, nor a `default-src` that would imply one. */
export const basePolicy = [
  "base-uri 'none'",
  "object-src 'none'",
  "frame-ancestors 'none'",
  "form-action 'self'",
  "style-src 'self'",
  "style-src-attr 'unsafe-inline'",
  "font-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
].join("; ");

export const reportPath = "/api/policy-reports";

const reportGroup = "policy";

const permissions = [
  "payment=(self)",
  "geolocation=(self)",
  ...["camera", "microphone", "usb", "serial", "hid", "midi", "display-capture"].map((name) => `${name}=()`),
].join(", ");

/** Headers that Next's own redirects lack. */
export const securityHeaders = [
  { key: "Content-Security-Policy", value: basePolicy },
  { key: "X-Content-Type-Options", value: "nosniff" },
  { key: "Referrer-Policy", value: "strict-origin-when-cross-origin" },
  { key: "Permissions-Policy", value: permissions },
  { key: "Cross-Origin-Opener-Policy", value: "same-origin-allow-popups" },
];

/**
 * See developers.google.com/recaptcha/docs/faq. Only Firebase's two scripts are allowed, because others there run code
 * from markup.
 */
const appCheckSources = {
  scripts: [
    "https://www.google.com/recaptcha/api.js",
    "https://www.google.com/recaptcha/enterprise.js",
    "https://www.gstatic.com/recaptcha/",
  ],
  frames: ["https://www.google.com/recaptcha/", "https://recaptcha.google.com/recaptcha/"],
  connections: ["https://content-firebaseappcheck.googleapis.com", "https://www.google.com/recaptcha/"],
};

/** The tracking pixel's frame has an origin of its own (docs/decisions/033). */
export const pixelPolicy = [
  "sandbox allow-scripts",
  "default-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'self'",
  "script-src 'self' https://connect.facebook.net",
  "connect-src https://connect.facebook.net https://www.facebook.com",
  "img-src https://www.facebook.com",
].join("; ");

/** @param {string} text @returns {string} the hash source of an inline script */
export function hashSource(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const themeSources = themeScripts.map(hashSource);

/** @param {string} url @returns {string} the source of a script by its path, without query, or of a folder's scripts */
function pathSource(url) {
  const { origin, pathname } = new URL(url);
  return origin + pathname.replaceAll(";", "%3B").replaceAll(",", "%2C");
}

/** @param {PolicySources} sources @returns {string[]} the scripts of a page that takes payments, from elsewhere */
function paymentScripts({ cardScriptUrl, standInScripts }) {
  return [cardScriptUrl, standInScripts].filter((url) => url !== null).map(pathSource);
}

/**
 * Repeats `basePolicy`, whose header it replaces if the middleware sets it.
 * @param {PageKind} kind
 * @param {PolicySources} sources
 * @param {string[]} inlineSources hash or nonce sources of the page's inline scripts; the scripts of the colour
 * mode are always allowed
 * @returns {string}
 */
export function pagePolicy(kind, sources, inlineSources) {
  // The paths of the card fields aren't guaranteed, so only their hosts are named.
  const isSale = kind === "sale";
  const foreign = isSale ? [...new Set([new URL(sources.cardScriptUrl).origin, ...sources.cardFrames])] : [];
  const foreignScripts = isSale ? paymentScripts(sources) : [];
  const hasAppCheck = isSale && sources.appCheck;
  const {
    scripts: checks,
    frames,
    connections,
  } = hasAppCheck ? appCheckSources : { scripts: [], frames: [], connections: [] };
  const scripts = ["'self'", ...themeSources, ...inlineSources, ...foreignScripts, ...checks];
  return [
    basePolicy,
    "default-src 'self'",
    `script-src ${[...new Set(scripts)].join(" ")}`,
    "script-src-attr 'none'",
    `frame-src ${["'self'", ...foreign, ...frames].join(" ")}`,
    `connect-src ${["'self'", ...foreign, ...connections].join(" ")}`,
    // Banners may come from another host. An order's page shows only our own pictures.
    kind === "private" ? "img-src 'self' data:" : "img-src 'self' data: https:",
    `report-uri ${reportPath}`,
    ...(sources.secure ? [`report-to ${reportGroup}`] : []),
  ].join("; ");
}

/**
 * @param {PageKind} kind
 * @param {PolicySources} sources
 * @param {string[]} inlineSources
 * @returns {Record<string, string>}
 */
export function pageHeaders(kind, sources, inlineSources) {
  // Named endpoints need https, and browsers that support them ignore `report-uri`.
  const endpoints = sources.secure ? { "reporting-endpoints": `${reportGroup}="${reportPath}"` } : {};
  return { "content-security-policy": pagePolicy(kind, sources, inlineSources), ...endpoints };
}

import { createHash } from "node:crypto";

import { themeScript } from "./theme-script.mjs";

/**
 * What the policy takes from the configuration of the running process.
 * @typedef {{ cardScriptUrl: string, secure: boolean }} PolicySources
 */

/**
 * What a page may load from elsewhere: `sale` may take payments, `private` shows an order under its secret address
 * and loads nothing foreign (design section 4).
 * @typedef {"sale" | "private"} PageKind
 */

/** The directives that are the same on every answer of every environment; no `script-src`, and no `default-src` that would imply one. */
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

/** @param {string} text @returns {string} the hash source of an inline script */
export function hashSource(text) {
  return `'sha256-${createHash("sha256").update(text).digest("base64")}'`;
}

const themeSource = hashSource(themeScript);

/** @param {PageKind} kind @param {PolicySources} sources @returns {string[]} the origin of the card fields, where a page has them */
function paymentOrigins(kind, sources) {
  return kind === "private" ? [] : [new URL(sources.cardScriptUrl).origin];
}

/**
 * The Content-Security-Policy of one page, made at run time. It repeats `basePolicy`, whose header it replaces where the
 * middleware sets it.
 * @param {PageKind} kind
 * @param {PolicySources} sources
 * @param {string[]} inlineSources hash or nonce sources of the page's inline scripts; the theme script is always allowed
 * @returns {string}
 */
export function pagePolicy(kind, sources, inlineSources) {
  const foreign = paymentOrigins(kind, sources);
  const scripts = ["'self'", themeSource, ...inlineSources, ...foreign];
  return [
    basePolicy,
    "default-src 'self'",
    `script-src ${[...new Set(scripts)].join(" ")}`,
    "script-src-attr 'none'",
    `frame-src ${["'self'", ...foreign].join(" ")}`,
    `connect-src ${["'self'", ...foreign].join(" ")}`,
    // Banners may be of another host; an order's page shows none.
    kind === "private" ? "img-src 'self' data:" : "img-src 'self' data: https:",
  ].join("; ");
}

/**
 * The response headers that a page gets at run time. HSTS only where the checkout host is https, or a demo on
 * http would lock its own browser out.
 * @param {PageKind} kind
 * @param {PolicySources} sources
 * @param {string[]} inlineSources
 * @returns {Record<string, string>}
 */
export function pageHeaders(kind, sources, inlineSources) {
  return {
    "content-security-policy": pagePolicy(kind, sources, inlineSources),
    ...(sources.secure ? { "strict-transport-security": "max-age=63072000; includeSubDomains" } : {}),
  };
}

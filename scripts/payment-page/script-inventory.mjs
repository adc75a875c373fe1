import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";

import { pagePolicy, securityHeaders } from "../../lib/platform/csp/policy.mjs";
import { themeScripts } from "../../lib/platform/csp/theme-script.mjs";
import { foreignFrames, foreignScripts, inlineReasons, ownReasons } from "./script-reasons.mjs";

/** Documented in docs/decisions/055-payment-page.md. */
export const inventoryFile = ".next/payment-page.json";

/**
 * A script of ours by its path on the server. `pages` are those that load it with themselves. A browser that goes on to
 * another page keeps its document, so any of them may run where a card is typed.
 * @typedef {{ path: string, sha256: string, part: string, pages: string[], reason: string }} OwnScript
 * @typedef {{ url: string, where: string, when: string, reason: string, whyNoHash: string }} ForeignScript
 * @typedef {{ url: string, when: string, reason: string }} ForeignFrame
 * @typedef {{ form: string, sha256?: string[], reason: string }} InlineScript
 * @typedef {{ build: string, scripts: OwnScript[], inline: InlineScript[], foreign: ForeignScript[],
 *   frames: ForeignFrame[], headers: Record<string, string>, policy: string }} Inventory
 */

/** @param {Buffer | string} content @returns {string} its SHA-256 in hex, as `sha256sum` prints it */
export function hashSha256(content) {
  return createHash("sha256").update(content).digest("hex");
}

function scriptsUnder(folder) {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => name.endsWith(".js")).map((name) => join(folder, name));
}

function readJson(file) {
  return JSON.parse(readFileSync(file, "utf8"));
}

function firstPages() {
  const pages = new Map();
  for (const { route, firstLoadChunkPaths } of readJson(".next/diagnostics/route-bundle-stats.json")) {
    const page = route.replace(/^\/\[locale\]/, "") || "/";
    for (const file of firstLoadChunkPaths) pages.set(file, [...(pages.get(file) ?? []), page].sort());
  }
  return pages;
}

/** @returns {OwnScript[]} */
function builtScripts(build) {
  const { rootMainFiles, polyfillFiles } = readJson(".next/build-manifest.json");
  const [framework, polyfills] = [rootMainFiles, polyfillFiles].map(
    (files) => new Set(files.map((file) => `.next/${file}`)),
  );
  const pages = firstPages();
  const findPart = (file) => {
    if (framework.has(file)) return "framework";
    if (polyfills.has(file)) return "polyfills";
    if (file.startsWith(`.next/static/${build}/`)) return "lists";
    return pages.has(file) ? "page" : "on demand";
  };
  return scriptsUnder(".next/static").map((file) => {
    const part = findPart(file);
    const first = part === "page" ? (pages.get(file) ?? []) : [];
    const path = file.replace(/^\.next\//, "/_next/");
    return { path, sha256: hashSha256(readFileSync(file)), part, pages: first, reason: ownReasons[part] };
  });
}

/** @returns {OwnScript[]} */
function publicScripts() {
  return scriptsUnder("public").map((file) => {
    const part = basename(file, ".js");
    const reason = ownReasons[part];
    if (!reason)
      throw new Error(`${file} may run on a payment page: say why in scripts/payment-page/script-reasons.mjs.`);
    return { path: file.replace(/^public/, ""), sha256: hashSha256(readFileSync(file)), part, pages: [], reason };
  });
}

/** @returns {InlineScript[]} */
function inlineScripts() {
  return [
    { form: "theme", sha256: themeScripts.map(hashSha256), reason: inlineReasons.theme },
    { form: "data", reason: inlineReasons.data },
    { form: "start", reason: inlineReasons.start },
  ];
}

/** Allows App Check, on https. */
function widestPolicy() {
  const [script] = foreignScripts;
  const card = { cardScriptUrl: script.url, cardFrames: [] };
  return pagePolicy("sale", { ...card, standInScripts: null, appCheck: true, secure: true }, []);
}

/** @returns {Inventory} of the build that lies in `.next` */
function makeInventory() {
  const build = readFileSync(".next/BUILD_ID", "utf8").trim();
  const others = securityHeaders.filter(({ key }) => key !== "Content-Security-Policy");
  return {
    build,
    scripts: [...builtScripts(build), ...publicScripts()].sort((one, other) => (one.path < other.path ? -1 : 1)),
    inline: inlineScripts(),
    foreign: foreignScripts,
    frames: foreignFrames,
    headers: Object.fromEntries(others.map(({ key, value }) => [key.toLowerCase(), value])),
    policy: widestPolicy(),
  };
}

export function writeInventory() {
  writeFileSync(inventoryFile, `${JSON.stringify(makeInventory(), null, 2)}\n`);
}

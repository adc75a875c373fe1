import { isKnownInlineScript } from "@/lib/platform/csp/inline-scripts.mjs";

import { policyFindings } from "./policy-findings";
import type { ReceivedPage, ReceivedScript } from "./received-page";
import type { Inventory } from "./script-inventory.mjs";

type Installation = { scripts: readonly string[]; frames?: readonly string[] };

/** Values that are as strict as the expected ones, or stricter. */
const acceptedValues: Record<string, readonly string[]> = {
  "referrer-policy": ["no-referrer", "same-origin", "strict-origin", "strict-origin-when-cross-origin"],
  "cross-origin-opener-policy": ["same-origin-allow-popups", "same-origin"],
};

const minTransportSeconds = 31_536_000;

export function ownScripts(url: string, { scripts }: Inventory): Map<string, string> {
  return new Map(scripts.map(({ path, sha256 }) => [new URL(path, url).href, sha256]));
}

export function foreignUrls({ foreign }: Inventory, scripts: readonly string[]): string[] {
  return [...foreign.filter(({ where }) => where === "page").map(({ url }) => url), ...scripts];
}

export function pageFindings(page: ReceivedPage, inventory: Inventory, installation: Installation): string[] {
  const ourScripts = ownScripts(page.url, inventory);
  const foreign = foreignUrls(inventory, installation.scripts);
  const unknownScripts = page.inline.filter((text) => !isKnownInlineScript(text));
  const found = [
    ...buildFinding(page.html, inventory),
    ...headerFindings(page, inventory, installation),
    ...page.scripts.flatMap((script) => scriptFinding(script, ourScripts, foreign)),
    ...unknownScripts.map((text) => `Unknown inline script: ${toSingleLine(text.slice(0, 200))}`),
  ];
  return [...new Set(found)];
}

/** Text from the page is untrusted, so it is shortened and put on one line before it is printed. */
function toSingleLine(text: string): string {
  const singleLine = text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, " ").trim();
  return singleLine.length > 200 ? `${singleLine.slice(0, 200)}…` : singleLine;
}

function parsePermissions(header: string): Map<string, string> {
  return new Map(header.split(",").map((part) => part.trim().split("=", 2) as [string, string]));
}

function widerPermissions(received: string, expected: string): string[] {
  const given = parsePermissions(received);
  const isWider = ([name, value]: [string, string]) => ![value, "()"].includes(given.get(name) ?? "*");
  return [...parsePermissions(expected)].filter(isWider).map(([name]) => `${name}=${given.get(name) ?? "*"}`);
}

function headerFinding(name: string, received: string | undefined, expected: string): string[] {
  if (received === undefined) return [`Missing header: ${name} (expected ${expected})`];
  if (name === "permissions-policy") {
    return widerPermissions(received, expected).map((feature) => `Weaker header: ${name} has ${toSingleLine(feature)}`);
  }
  const strict = acceptedValues[name] ?? [expected];
  const values = received.split(",").map((value) => value.trim().toLowerCase());
  const isStrict = values.every((value) => strict.includes(value));
  return isStrict ? [] : [`Weaker header: ${name} is ${toSingleLine(received)} (expected ${expected})`];
}

function transportFinding({ url, headers }: ReceivedPage): string[] {
  if (!url.startsWith("https:")) return [];
  const received = headers["strict-transport-security"];
  if (received === undefined) return ["Missing header: strict-transport-security"];
  const seconds = Number(/max-age\s*=\s*"?(\d+)/i.exec(received)?.[1] ?? 0);
  return seconds >= minTransportSeconds
    ? []
    : [`Weaker header: strict-transport-security is ${toSingleLine(received)}`];
}

function headerFindings(page: ReceivedPage, inventory: Inventory, { scripts, frames = [] }: Installation): string[] {
  const policy = page.headers["content-security-policy"];
  const allowances = { scripts, frames, inline: page.inline.filter(isKnownInlineScript) };
  return [
    ...(policy
      ? policyFindings(policy, inventory.policy, allowances).map(toSingleLine)
      : ["Missing header: content-security-policy"]),
    ...Object.entries(inventory.headers).flatMap(([name, value]) => headerFinding(name, page.headers[name], value)),
    ...transportFinding(page),
  ];
}

function stripQuery(url: string): string {
  if (!/^https?:/i.test(url) || !URL.canParse(url)) return url;
  const { origin, pathname } = new URL(url);
  return origin + pathname;
}

function isForeign(url: string, known: readonly string[]): boolean {
  return known.some((one) => (one.endsWith("/") ? url.startsWith(one) : url === one));
}

function scriptFinding(script: ReceivedScript, own: Map<string, string>, foreign: readonly string[]): string[] {
  const url = stripQuery(script.url);
  const expected = own.get(url);
  if (expected === undefined) return isForeign(url, foreign) ? [] : [`Unknown script: ${toSingleLine(url)}`];
  if (script.sha256 === null) return [`Missing script: ${url} was not received`];
  if (script.sha256 === expected) return [];
  return [`Changed script: ${url} has SHA-256 ${script.sha256} (expected ${expected})`];
}

function buildFinding(html: string, { build }: Inventory): string[] {
  const served = /<html\b[^>]*\sdata-build="([^"]*)"/.exec(html)?.[1];
  return served === build
    ? []
    : [`Other build: the page is of ${toSingleLine(served ?? "none")}, the inventory of ${build}`];
}

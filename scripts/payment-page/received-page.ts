import { findInlineScripts } from "@/lib/platform/csp/inline-scripts.mjs";

import { hashSha256 } from "./script-inventory.mjs";

/** `sha256` is null for a script that was blocked or not loaded. */
export type ReceivedScript = { address: string; sha256: string | null };

/** Header names are in lower case. */
export type ReceivedPage = {
  address: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  scripts: ReceivedScript[];
  inline: string[];
};

const sourcedScript = /<script\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

export function namedScripts(html: string, address: string): string[] {
  return [...html.matchAll(sourcedScript)].flatMap(([, ...sources]) => {
    const source = sources.find((one) => one !== undefined)?.replaceAll("&amp;", "&") ?? "";
    return URL.canParse(source, address) ? [new URL(source, address).href] : [source];
  });
}

const withinMs = 20_000;

export async function loadScript(address: string): Promise<string | null> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(withinMs) });
    return answer.ok ? hashSha256(Buffer.from(await answer.arrayBuffer())) : null;
  } catch {
    return null;
  }
}

/** Finds only what the document itself names, not what its scripts would load. */
export async function fetchPage(address: string): Promise<ReceivedPage> {
  const answer = await fetch(address, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(withinMs) });
  const html = await answer.text();
  const named = [...new Set(namedScripts(html, answer.url))];
  const scripts = await Promise.all(named.map(async (one) => ({ address: one, sha256: await loadScript(one) })));
  return {
    address: answer.url,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    html,
    scripts,
    inline: findInlineScripts(html),
  };
}

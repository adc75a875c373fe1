import { findInlineScripts } from "@/lib/platform/csp/inline-scripts.mjs";

import { hashSha256 } from "./script-inventory.mjs";

/** `sha256` is null for a script that was blocked or not loaded. */
export type ReceivedScript = { url: string; sha256: string | null };

/** Header names are in lower case. */
export type ReceivedPage = {
  url: string;
  status: number;
  headers: Record<string, string>;
  html: string;
  scripts: ReceivedScript[];
  inline: string[];
};

const sourcedScript = /<script\b[^>]*?\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/gi;

export function namedScripts(html: string, url: string): string[] {
  return [...html.matchAll(sourcedScript)].flatMap(([, ...sources]) => {
    const source = sources.find((one) => one !== undefined)?.replaceAll("&amp;", "&") ?? "";
    return URL.canParse(source, url) ? [new URL(source, url).href] : [source];
  });
}

const withinMs = 20_000;

export async function loadScript(url: string): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
    return answer.ok ? hashSha256(Buffer.from(await answer.arrayBuffer())) : null;
  } catch {
    return null;
  }
}

/** Finds only what the document itself names, not what its scripts would load. */
export async function fetchPage(url: string): Promise<ReceivedPage> {
  const answer = await fetch(url, { headers: { accept: "text/html" }, signal: AbortSignal.timeout(withinMs) });
  const html = await answer.text();
  const named = [...new Set(namedScripts(html, answer.url))];
  const scripts = await Promise.all(named.map(async (one) => ({ url: one, sha256: await loadScript(one) })));
  return {
    url: answer.url,
    status: answer.status,
    headers: Object.fromEntries(answer.headers),
    html,
    scripts,
    inline: findInlineScripts(html),
  };
}

import { runWhenReloadable } from "@/lib/platform/http/browser/reload-hold";

export type LatestBuild = { id: string };

const storageKey = "tirage:reloaded";

/** At most one reload within this time (docs/design.md, Updates). */
const reloadPauseMs = 10_000;

export const latestBuildPath = "/builds/latest.json";

const requestTimeoutMs = 20_000;

/** Checks the body, because a proxy may answer in the server's place. */
export function isLatestBuild(body: unknown): body is LatestBuild {
  return typeof (body as Partial<LatestBuild> | null)?.id === "string";
}

/** Null without an answer. Uses plain `fetch`, because our API client may be in the missing chunk. */
export async function readLatestId(): Promise<string | null> {
  try {
    const answer = await fetch(latestBuildPath, { signal: AbortSignal.timeout(requestTimeoutMs) });
    const body: unknown = await answer.json();
    return answer.ok && isLatestBuild(body) ? body.id : null;
  } catch {
    return null;
  }
}

export function findOwnBuildId(): string | null {
  return document.documentElement.dataset.build ?? null;
}

function claimReload(path: string): boolean {
  try {
    const { path: lastPath, at = 0 } = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
    if (lastPath === path && Math.abs(Date.now() - at) < reloadPauseMs) return false;
    sessionStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

export function reloadOnce(): void {
  runWhenReloadable(() => {
    if (claimReload(window.location.pathname)) window.location.reload();
  });
}

import { whenReloadable } from "@/lib/platform/http/reload-hold";

/** The build that the server serves. */
export type LatestBuild = { id: string };

const storageKey = "tirage:reloaded";

/** A page is loaded anew at most once within so many ms (docs/design.md, Updates). */
const guardMs = 10_000;

/** Where the server says which build it serves. */
export const latestBuildPath = "/builds/latest.json";

/** An answer that is not given within so many ms is none. */
const patienceMs = 20_000;

/** Tells the answer from whatever a proxy says in its place. */
export function isLatestBuild(body: unknown): body is LatestBuild {
  return typeof (body as Partial<LatestBuild> | null)?.id === "string";
}

/**
 * Asks the server which build it serves; null where nobody says. By itself: what calls our API may be the very part of
 * the page that is gone.
 */
export async function readLatestId(): Promise<string | null> {
  try {
    const answer = await fetch(latestBuildPath, { signal: AbortSignal.timeout(patienceMs) });
    const body: unknown = await answer.json();
    return answer.ok && isLatestBuild(body) ? body.id : null;
  } catch {
    return null;
  }
}

/** The build that this page was made by; null on a page of nobody's. */
export function ownBuildId(): string | null {
  return document.documentElement.dataset.build ?? null;
}

/** Notes that `path` is loaded anew; false where that was just done, or where nothing can be noted. */
function takeReload(path: string): boolean {
  try {
    const { path: lastPath, at = 0 } = JSON.parse(sessionStorage.getItem(storageKey) ?? "{}");
    if (lastPath === path && Math.abs(Date.now() - at) < guardMs) return false;
    sessionStorage.setItem(storageKey, JSON.stringify({ path, at: Date.now() }));
    return true;
  } catch {
    return false;
  }
}

/** Loads the page anew once nothing holds it, at most once for its path within 10 seconds. */
export function reloadOnce(): void {
  whenReloadable(() => {
    if (takeReload(window.location.pathname)) window.location.reload();
  });
}

import { fetchJson } from "@/lib/platform/http/fetch-json";
import { whenReloadable } from "@/lib/platform/http/reload-hold";

/** The build that the server serves. */
export type LatestBuild = { id: string };

const storageKey = "tirage:reloaded";

/** A page is loaded anew at most once within so many ms (docs/design.md, Updates). */
const guardMs = 10_000;

function isLatestBuild(body: unknown): body is LatestBuild {
  return typeof (body as Partial<LatestBuild> | null)?.id === "string";
}

/** Asks the server which build it serves. */
export function readLatestBuild(signal?: AbortSignal) {
  return fetchJson("/builds/latest.json", isLatestBuild, signal ? { signal } : {});
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

"use client";

import { useEffect } from "react";

import { findOwnBuildId, readLatestId, reloadOnce } from "./reload-once";

/** One of our scripts or styles failed to load. The event doesn't bubble, so it is captured. */
function isMissingChunk({ target }: Event): boolean {
  const url = target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : "";
  return url.startsWith(`${window.location.origin}/_next/static/`);
}

function startBuildWatch(onUpdate: () => void): () => void {
  let stop = () => {};
  let isCancelled = false;
  const load = async () => {
    const { watchBuild } = await import("./watch-build");
    if (!isCancelled) stop = watchBuild(onUpdate);
  };
  // Until it is loaded, only a missing chunk shows that there was an update.
  const timer = setTimeout(() => load().catch(() => undefined), 5000);
  return () => {
    isCancelled = true;
    clearTimeout(timer);
    stop();
  };
}

/** Reloads the page when one of its chunks is gone after an update. Without an update, the next try may find it. */
export function BuildWatcher() {
  useEffect(() => {
    let isUpdated = false;
    const onError = async (event: Event) => {
      if (!isMissingChunk(event)) return;
      const latest = isUpdated ? null : await readLatestId();
      const own = findOwnBuildId();
      if (isUpdated || (own && latest && latest !== own)) reloadOnce();
    };
    window.addEventListener("error", onError, true);
    const stop = startBuildWatch(() => {
      isUpdated = true;
    });
    return () => {
      window.removeEventListener("error", onError, true);
      stop();
    };
  }, []);
  return null;
}

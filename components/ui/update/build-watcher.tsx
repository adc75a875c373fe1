"use client";

import { useEffect } from "react";

import { findOwnBuildId, readLatestId, reloadOnce } from "./reload-once";

/** A script or style of ours failed to load. The event does not bubble, so it is captured. */
function isMissingChunk({ target }: Event): boolean {
  const address =
    target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : "";
  return address.startsWith(`${window.location.origin}/_next/static/`);
}

function startBuildWatch(onUpdate: () => void): () => void {
  let stop = () => {};
  let isCancelled = false;
  const load = async () => {
    const { watchBuild } = await import("./watch-build");
    if (!isCancelled) stop = watchBuild(onUpdate);
  };
  // Without it, a missing chunk shows the update.
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

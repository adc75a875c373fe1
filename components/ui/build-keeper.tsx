"use client";

import { useEffect } from "react";

import { ownBuildId, readLatestId, reloadOnce } from "./reload-once";

/** True for a script or a style of ours that did not come: capturing, as such an event does not bubble. */
function isLostChunk({ target }: Event): boolean {
  const address =
    target instanceof HTMLScriptElement ? target.src : target instanceof HTMLLinkElement ? target.href : "";
  return address.startsWith(`${window.location.origin}/_next/static/`);
}

function loadWatch(onUpdate: () => void): () => void {
  let stop = () => {};
  let isOver = false;
  const load = async () => {
    const { watchBuild } = await import("./watch-build");
    if (!isOver) stop = watchBuild(onUpdate);
  };
  // Without it an update is found out when a chunk is missed.
  const timer = setTimeout(() => load().catch(() => undefined), 5000);
  return () => {
    isOver = true;
    clearTimeout(timer);
    stop();
  };
}

/**
 * Looks whether the server was updated, and loads the page anew when a part of it is gone since. A part that is
 * missing without an update is no reason: the next try may find it.
 */
export function BuildKeeper() {
  useEffect(() => {
    let isUpdated = false;
    const onError = async (event: Event) => {
      if (!isLostChunk(event)) return;
      const latest = isUpdated ? null : await readLatestId();
      const own = ownBuildId();
      if (isUpdated || (own && latest && latest !== own)) reloadOnce();
    };
    window.addEventListener("error", onError, true);
    const stop = loadWatch(() => {
      isUpdated = true;
    });
    return () => {
      window.removeEventListener("error", onError, true);
      stop();
    };
  }, []);
  return null;
}

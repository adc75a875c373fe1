import { queryOptions } from "@tanstack/react-query";

import type { Refused } from "@/lib/platform/http/client";
import { answered } from "@/lib/platform/http/client";
import { fetchJson } from "@/lib/platform/http/fetch-json";
import { observeQuery } from "./query-client";
import type { LatestBuild } from "./reload-once";
import { isLatestBuild, latestBuildPath, ownBuildId } from "./reload-once";

const everyMs = 60 * 60_000;

/** A tab that returns asks, but not for what it heard so recently, in ms. */
const freshMs = 60_000;

function buildQuery(id: string) {
  return queryOptions<LatestBuild, Refused, LatestBuild, readonly string[]>({
    queryKey: ["build"],
    queryFn: async ({ signal }) => answered(await fetchJson(latestBuildPath, isLatestBuild, { signal })).body,
    initialData: { id },
    staleTime: freshMs,
    refetchInterval: everyMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
}

/** Asks each hour, and when the tab returns, which build the server serves; calls `onUpdate` when it is another one. */
export function watchBuild(onUpdate: () => void): () => void {
  const id = ownBuildId();
  if (!id) return () => {};
  return observeQuery(buildQuery(id), { onData: (latest) => latest.id !== id && onUpdate() }).stop;
}

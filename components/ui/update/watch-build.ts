import { queryOptions } from "@tanstack/react-query";
import { pollQuery } from "@/components/ui/query-client";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { unwrapResult } from "@/lib/platform/http/browser/client";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { LatestBuild } from "./reload-once";
import { findOwnBuildId, isLatestBuild, latestBuildPath } from "./reload-once";

const refetchIntervalMs = 60 * 60_000;

const staleTimeMs = 60_000;

function buildQuery(id: string) {
  return queryOptions<LatestBuild, RefusalError, LatestBuild, readonly string[]>({
    queryKey: ["build"],
    queryFn: async ({ signal }) => unwrapResult(await fetchJson(latestBuildPath, isLatestBuild, { signal })).body,
    initialData: { id },
    staleTime: staleTimeMs,
    refetchInterval: refetchIntervalMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
}

export function watchBuild(onUpdate: () => void): () => void {
  const id = findOwnBuildId();
  if (!id) return () => {};
  return pollQuery(buildQuery(id), { onData: (latest) => latest.id !== id && onUpdate() }).stop;
}

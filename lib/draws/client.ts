import { queryOptions } from "@tanstack/react-query";

import type { LocalText } from "@/lib/local-text";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { LiveState } from "./rules.projection";

export type DrawName = {
  id: string;
  titles: LocalText;
  parentId: string;
  organization: LocalText;
  salesOpen: boolean;
  opensAt: string;
};

export function drawNamesQuery(isEnabled = true) {
  return queryOptions<DrawName[], RefusalError, DrawName[], readonly string[]>({
    queryKey: ["draws", "names"],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/draws", hasKey<{ draws: DrawName[] }>("draws"), { signal })).body.draws,
  });
}

/** Polls while the page is visible. `initial` may be seconds old, so it is refreshed at once. */
export function liveQuery(drawId: string, refreshMs: number, initial: LiveState) {
  return queryOptions<LiveState, RefusalError, LiveState, readonly string[]>({
    queryKey: ["draws", drawId, "live"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson(`/api/draws/${drawId}/live`, isLiveState, { signal })).body,
    initialData: initial,
    initialDataUpdatedAt: 0,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
    retry: 1,
  });
}

function isLiveState(body: unknown): body is LiveState {
  const live = body as Partial<LiveState> | null;
  return typeof live?.salesOpen === "boolean" && typeof live.serverTime === "string" && Array.isArray(live.pools);
}

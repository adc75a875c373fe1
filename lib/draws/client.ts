import { queryOptions } from "@tanstack/react-query";

import { fetchJson } from "@/lib/platform/http/fetch-json";

import type { LiveState } from "./rules.projection";

function isLiveState(body: unknown): body is LiveState {
  const live = body as Partial<LiveState> | null;
  return typeof live?.salesOpen === "boolean" && typeof live.serverTime === "string" && Array.isArray(live.pools);
}

async function fetchLive(drawId: string, signal: AbortSignal): Promise<LiveState> {
  const answer = await fetchJson(`/api/draws/${drawId}/live`, isLiveState, { signal });
  if (!answer.ok) throw new Error(answer.reason);
  return answer.body;
}

/**
 * The live state of a draw, asked for every `refreshMs` while the page is visible. `initial` came with the page, which
 * may be some seconds old, so the first answer is asked for at once.
 */
export function liveQuery(drawId: string, refreshMs: number, initial: LiveState) {
  return queryOptions({
    queryKey: ["draws", drawId, "live"],
    queryFn: ({ signal }) => fetchLive(drawId, signal),
    initialData: initial,
    initialDataUpdatedAt: 0,
    staleTime: refreshMs,
    refetchInterval: refreshMs,
    refetchIntervalInBackground: false,
    retry: 1,
  });
}

import { queryOptions } from "@tanstack/react-query";

import type { LocalText } from "@/lib/local-text";
import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { AdminDraw, LiveState } from "./rules.projection";

export type DrawName = {
  id: string;
  titles: LocalText;
  parentId: string;
  organization: LocalText;
  salesOpen: boolean;
  opensAt: string;
  drawsAt: string;
  isTest: boolean;
};

/** A draw in an admin's scope with its state and sales. */
export type ListedDraw = DrawName & Omit<AdminDraw, keyof DrawName | "title">;

export function drawNamesQuery(isEnabled = true) {
  return queryOptions<DrawName[], RefusalError, DrawName[], readonly string[]>({
    queryKey: ["draws", "names"],
    enabled: isEnabled,
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/draws", hasKey<{ draws: DrawName[] }>("draws"), { signal })).body.draws,
  });
}

export function drawListQuery() {
  return queryOptions<ListedDraw[], RefusalError, ListedDraw[], readonly string[]>({
    queryKey: ["draws", "list"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/draws", hasKey<{ draws: ListedDraw[] }>("draws"), { signal })).body
        .draws,
  });
}

const getDrawPath = (drawId: string) => `/api/admin/draws/${encodeURIComponent(drawId)}`;

export function closeDraw(drawId: string): Promise<CallResult<{ draw: ListedDraw }>> {
  return fetchJson(`${getDrawPath(drawId)}/close`, hasKey<{ draw: ListedDraw }>("draw"), { method: "POST" });
}

export function reopenDraw(drawId: string): Promise<CallResult<{ draw: ListedDraw }>> {
  return fetchJson(`${getDrawPath(drawId)}/open`, hasKey<{ draw: ListedDraw }>("draw"), { method: "POST" });
}

export function archiveDraw(drawId: string): Promise<CallResult<{ draw: ListedDraw }>> {
  return fetchJson(`${getDrawPath(drawId)}/archive`, hasKey<{ draw: ListedDraw }>("draw"), { method: "POST" });
}

export function unarchiveDraw(drawId: string): Promise<CallResult<{ draw: ListedDraw }>> {
  return fetchJson(`${getDrawPath(drawId)}/unarchive`, hasKey<{ draw: ListedDraw }>("draw"), { method: "POST" });
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

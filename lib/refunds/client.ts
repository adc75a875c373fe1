import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { CancellationView } from "./rules.cancelled";

const getPath = (drawId: string) => `/api/admin/draws/${encodeURIComponent(drawId)}/cancellation`;

const isView = hasKey<CancellationView>("money");

const refreshMs = 10_000;

/** Polls while money is on its way, or somebody may decide about a proposal. */
export function cancellationQuery(drawId: string) {
  return queryOptions<CancellationView, RefusalError, CancellationView, readonly string[]>({
    queryKey: ["draws", drawId, "cancellation"],
    queryFn: async ({ signal }) => unwrapResult(await fetchJson(getPath(drawId), isView, { signal })).body,
    refetchInterval: ({ state: { data } }) => (data?.cancelledAt || data?.proposal ? refreshMs : false),
  });
}

export function proposeCancellation(drawId: string, reason: string): Promise<CallResult<CancellationView>> {
  return fetchJson(getPath(drawId), isView, { body: { reason } });
}

export function approveCancellation(drawId: string, proposal: number): Promise<CallResult<CancellationView>> {
  return fetchJson(`${getPath(drawId)}/approve`, isView, { body: { proposal } });
}

export function withdrawCancellation(drawId: string, proposal: number): Promise<CallResult<CancellationView>> {
  return fetchJson(`${getPath(drawId)}/withdraw`, isView, { body: { proposal } });
}

import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { HistoryPage, SealCheck } from "./rules";
import type { RevisionView } from "./rules.revision";

/** Parameters of the page's address, each of which may be empty. `before` is the position at which the page begins. */
export const filterKeys = ["chain", "kind", "who", "day", "signIns", "before"] as const;

export type HistoryQueryFilter = Record<(typeof filterKeys)[number], string>;

export function historyQuery(filter: HistoryQueryFilter, zone: string) {
  // Sign-ins would outnumber everything else, so they are shown only on request or by a filter for one kind.
  const signIns = filter.kind === "" && filter.signIns !== "shown" ? "hidden" : "";
  const entries = Object.entries({ ...filter, signIns, zone }).filter(([, value]) => value !== "");
  const query = new URLSearchParams(entries).toString();
  return queryOptions<HistoryPage, RefusalError, HistoryPage, readonly string[]>({
    queryKey: ["history", query],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson(`/api/admin/history?${query}`, hasKey<HistoryPage>("entries"), { signal })).body,
  });
}

export function revisionQuery(draw: string, revision: number) {
  const query = new URLSearchParams({ draw, revision: String(revision) }).toString();
  return queryOptions<RevisionView, RefusalError, RevisionView, readonly string[]>({
    queryKey: ["revision", query],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson(`/api/admin/history/revision?${query}`, hasKey<RevisionView>("changes"), { signal }))
        .body,
  });
}

export function checkSeal(head: string): Promise<CallResult<SealCheck>> {
  return fetchJson(`/api/admin/history/seal?${new URLSearchParams({ head })}`, hasKey<SealCheck>("verdict"));
}

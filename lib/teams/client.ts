import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import type { CallResult } from "@/lib/platform/http/browser/fetch-json";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";

import type { TeamDraw, TeamsView } from "./rules";
import type { ChangeTeamsInput } from "./schema";

const getTeamsPath = (drawId: string) => `/api/admin/draws/${encodeURIComponent(drawId)}/teams`;

export function teamDrawsQuery() {
  type Draws = { draws: TeamDraw[] };
  return queryOptions<Draws, RefusalError, Draws, readonly string[]>({
    queryKey: ["team-draws"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/teams", hasKey<Draws>("draws"), { signal })).body,
  });
}

/** Never refetched automatically, so that teams being edited are not overwritten. */
export function teamsQuery(drawId: string) {
  return queryOptions<TeamsView, RefusalError, TeamsView, readonly string[]>({
    queryKey: ["teams", drawId],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson(getTeamsPath(drawId), hasKey<TeamsView>("groups"), { signal })).body,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}

export function changeTeams(drawId: string, input: ChangeTeamsInput): Promise<CallResult<TeamsView>> {
  return fetchJson(getTeamsPath(drawId), hasKey<TeamsView>("groups"), { body: input });
}

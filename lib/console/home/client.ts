import { queryOptions } from "@tanstack/react-query";

import type { RefusalError } from "@/lib/platform/http/browser/client";
import { hasKey, unwrapResult } from "@/lib/platform/http/browser/client";
import { fetchJson } from "@/lib/platform/http/browser/fetch-json";
import type { Home } from "./rules";

/** Figures are at most 15 seconds old while they are looked at, with five for the answer. */
const refreshMs = 10_000;

export function homeQuery() {
  return queryOptions<Home, RefusalError, Home, readonly string[]>({
    queryKey: ["console", "home"],
    queryFn: async ({ signal }) =>
      unwrapResult(await fetchJson("/api/admin/home", hasKey<{ home: Home }>("home"), { signal })).body.home,
    refetchInterval: refreshMs,
    refetchOnWindowFocus: true,
    refetchOnReconnect: true,
  });
}

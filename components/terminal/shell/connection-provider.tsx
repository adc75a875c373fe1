"use client";

import { focusManager, onlineManager, useQuery, useQueryClient } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo } from "react";

import { Refused } from "@/lib/platform/http/client";
import { missedQuery } from "@/lib/terminal/client";
import type { Connection } from "./use-connection";
import { ConnectionContext } from "./use-connection";

/** Waits between looks, in ms: shorter while nobody answers, so that selling goes on soon after. */
const waits = { reachable: 5000, unreachable: 2000 };

/**
 * Watches the server for all that stands below it (`useConnection`): again and again, at once when a query of this page
 * or a call that is passed on was not answered, and when the browser loses its network.
 */
export function ConnectionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    ...missedQuery(),
    refetchOnMount: false,
    refetchInterval: ({ state }) => (state.data ? waits.unreachable : waits.reachable),
  });
  const unreachableSince = data ?? null;
  const pollNow = useCallback(async () => {
    if (!focusManager.isFocused()) return;
    const isLooking = client.isFetching({ queryKey: missedQuery().queryKey }) > 0;
    await refetch({ cancelRefetch: false });
    // A look that was under way may have been answered before what is asked about now.
    if (isLooking) await refetch({ cancelRefetch: false });
  }, [client, refetch]);
  const note = useCallback<Connection["note"]>(
    (answer) => {
      if (!answer.ok && (answer.reason === "unreachable" || answer.reason === "service-unavailable")) pollNow();
      return answer;
    },
    [pollNow],
  );
  useEffect(() => {
    const onlyOffline = (isOnline: boolean) => {
      if (!isOnline) pollNow();
    };
    const offNetwork = onlineManager.subscribe(onlyOffline);
    const offAnswers = client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (event.action.error instanceof Refused) note(event.action.error.refusal);
    });
    return () => {
      offNetwork();
      offAnswers();
    };
  }, [client, pollNow, note]);
  const connection = useMemo<Connection>(
    () => ({ isReachable: unreachableSince === null, unreachableSince, note, pollNow }),
    [unreachableSince, note, pollNow],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

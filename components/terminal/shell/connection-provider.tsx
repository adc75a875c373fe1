"use client";

import { focusManager, onlineManager, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { RefusalError } from "@/lib/platform/http/browser/client";
import { outageQuery } from "@/lib/terminal/device/client";
import type { Connection } from "./use-connection";
import { ConnectionContext, useConnection } from "./use-connection";

/** In ms. Shorter without an answer, so that selling resumes soon. */
const pollIntervals = { reachable: 5000, unreachable: 2000 };

export function ConnectionProvider({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const { data, refetch } = useQuery({
    ...outageQuery(),
    refetchOnMount: false,
    refetchInterval: ({ state }) => (state.data ? pollIntervals.unreachable : pollIntervals.reachable),
  });
  const unreachableSince = data ?? null;
  const pollNow = useCallback(async () => {
    if (!focusManager.isFocused()) return;
    const isPolling = client.isFetching({ queryKey: outageQuery().queryKey }) > 0;
    await refetch({ cancelRefetch: false });
    // A request in progress may have begun before the failure.
    if (isPolling) await refetch({ cancelRefetch: false });
  }, [client, refetch]);
  const note = useCallback<Connection["note"]>(
    (answer) => {
      if (!answer.ok && (answer.reason === "unreachable" || answer.reason === "service-unavailable")) pollNow();
      return answer;
    },
    [pollNow],
  );
  useEffect(() => {
    const onOnlineChange = (isOnline: boolean) => {
      if (!isOnline) pollNow();
    };
    const unsubscribeNetwork = onlineManager.subscribe(onOnlineChange);
    const unsubscribeCache = client.getQueryCache().subscribe((event) => {
      if (event.type !== "updated" || event.action.type !== "error") return;
      if (event.action.error instanceof RefusalError) note(event.action.error.refusal);
    });
    return () => {
      unsubscribeNetwork();
      unsubscribeCache();
    };
  }, [client, pollNow, note]);
  const connection = useMemo<Connection>(
    () => ({ isReachable: unreachableSince === null, unreachableSince, note, pollNow }),
    [unreachableSince, note, pollNow],
  );
  return <ConnectionContext value={connection}>{children}</ConnectionContext>;
}

const returnNoticeMs = 8000;

function useIsReachableAgain(isReachable: boolean): boolean {
  const wasMissed = useRef(false);
  const [hasReturned, setReturned] = useState(false);
  useEffect(() => {
    setReturned(isReachable && wasMissed.current);
    if (!isReachable) wasMissed.current = true;
    if (!isReachable || !wasMissed.current) return;
    wasMissed.current = false;
    const timer = setTimeout(() => setReturned(false), returnNoticeMs);
    return () => clearTimeout(timer);
  }, [isReachable]);
  return hasReturned;
}

function LostBanner({ since, onPoll }: { since: Date; onPoll: () => void }) {
  const t = useTranslations("terminal.connection");
  const clock = usePageTime("clock");
  return (
    <div className="border-danger border-b-2 bg-danger-soft px-4 py-3 sm:px-6">
      <div className="mx-auto flex max-w-6xl flex-wrap items-center gap-x-4 gap-y-2">
        <Icon name="alert" className="size-6 shrink-0 text-danger" />
        <div className="min-w-0 flex-1 basis-64">
          <p className="font-bold text-lg leading-snug">{t("lost", { time: clock(since) })}</p>
          <p>{t("kept")}</p>
        </div>
        <Button variant="secondary" onClick={onPoll}>
          {t("tryNow")}
        </Button>
      </div>
    </div>
  );
}

export function ConnectionBanner() {
  const t = useTranslations("terminal.connection");
  const { isReachable, unreachableSince, pollNow } = useConnection();
  const hasReturned = useIsReachableAgain(isReachable);
  return (
    <div className="sticky top-0 z-20 print:hidden">
      <div role="alert">{unreachableSince ? <LostBanner since={unreachableSince} onPoll={pollNow} /> : null}</div>
      <div role="status">
        {hasReturned ? (
          <p className="border-positive border-b-2 bg-positive-soft px-4 py-3 text-center font-semibold">
            {t("returned")}
          </p>
        ) : null}
      </div>
    </div>
  );
}

"use client";

import { useTranslations } from "next-intl";
import { useEffect, useRef, useState } from "react";
import { usePageTime } from "@/components/draws/use-page-time";
import { Button } from "@/components/ui/button";
import { Icon } from "@/components/ui/icon";
import { useConnection } from "./use-connection";

/** How long it is said that the server answers again, in ms. */
const returnedMs = 8000;

function useReturned(isReachable: boolean): boolean {
  const wasMissed = useRef(false);
  const [hasReturned, setReturned] = useState(false);
  useEffect(() => {
    setReturned(isReachable && wasMissed.current);
    if (!isReachable) wasMissed.current = true;
    if (!isReachable || !wasMissed.current) return;
    wasMissed.current = false;
    const timer = setTimeout(() => setReturned(false), returnedMs);
    return () => clearTimeout(timer);
  }, [isReachable]);
  return hasReturned;
}

function Lost({ since, onPoll }: { since: Date; onPoll: () => void }) {
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

/** Stays in sight while the server cannot be reached: selling has stopped, nothing is lost, it goes on by itself. */
export function ConnectionBanner() {
  const t = useTranslations("terminal.connection");
  const { isReachable, unreachableSince, pollNow } = useConnection();
  const hasReturned = useReturned(isReachable);
  return (
    <div className="sticky top-0 z-20 print:hidden">
      <div role="alert">{unreachableSince ? <Lost since={unreachableSince} onPoll={pollNow} /> : null}</div>
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

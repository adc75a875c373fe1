"use client";

import { useEffect, useState } from "react";

import { serverNow } from "@/lib/platform/http/fetch-json";

const minuteMs = 60_000;

/**
 * Whole minutes since an instant; `pageTime` is the server's clock when the page was made, which server and browser
 * share.
 */
export function useMinutesSince(since: string, pageTime: string): number {
  const minutesAt = (now: number) => Math.max(0, Math.floor((now - Date.parse(since)) / minuteMs));
  const [now, setNow] = useState(() => Date.parse(pageTime));
  useEffect(() => {
    const timer = setInterval(() => setNow(serverNow()), minuteMs / 6);
    return () => clearInterval(timer);
  }, []);
  return minutesAt(now);
}

"use client";

import { useEffect, useState } from "react";

/** Milliseconds left until `until`, ticking each second; `serverNow` is the server's clock when the page was made. */
export function useRemaining(until: string, serverNow: string): number {
  const [now, setNow] = useState(() => Date.parse(serverNow));
  useEffect(() => {
    const ahead = Date.parse(serverNow) - Date.now();
    const timer = setInterval(() => setNow(Date.now() + ahead), 1000);
    return () => clearInterval(timer);
  }, [serverNow]);
  return Math.max(0, Date.parse(until) - now);
}

import { useEffect, useState } from "react";

import { serverNow } from "@/lib/platform/http/browser/server-clock";

/** In ms by the server's clock, ticking, never below 0. */
export function useTimeLeft(expiresAt: string): number {
  const timeLeft = () => Math.max(0, Date.parse(expiresAt) - serverNow());
  const [ms, setMs] = useState(timeLeft);
  useEffect(() => {
    const tick = () => setMs(Math.max(0, Date.parse(expiresAt) - serverNow()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return ms;
}

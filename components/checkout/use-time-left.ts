import { useEffect, useState } from "react";

import { serverNow } from "@/lib/http/fetch-json";

/** Milliseconds as minutes and seconds, `9:05`. */
export function clockOf(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** Milliseconds until an instant by the server's clock, ticking; never below 0. */
export function useTimeLeft(expiresAt: string): number {
  const timeLeft = () => Math.max(0, Date.parse(expiresAt) - serverNow());
  const [left, setLeft] = useState(timeLeft);
  useEffect(() => {
    const tick = () => setLeft(Math.max(0, Date.parse(expiresAt) - serverNow()));
    tick();
    const timer = setInterval(tick, 500);
    return () => clearInterval(timer);
  }, [expiresAt]);
  return left;
}

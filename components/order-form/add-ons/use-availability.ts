import { useEffect, useMemo, useState } from "react";

import { useInitialLive } from "@/components/draws/live/live-provider";
import type { Catalogue } from "@/lib/draws/rules.catalogue";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { Availability } from "@/lib/orders/rules.lines";
import { serverNow } from "@/lib/platform/http/browser/server-clock";
import { toCapacities } from "./add-on-state";

const tickMs = 1000;

export function findNextChange({ pools }: Catalogue, now: number): number | null {
  const instants = pools.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => (at ? Date.parse(at) : 0)));
  const future = instants.filter((at) => at > now);
  return future.length > 0 ? Math.min(...future) : null;
}

/**
 * The live capacities, and a time that changes when sales of a second draw begin or end. It starts as the server's, so
 * that server and browser render the same.
 */
export function useAvailability(catalogue: Catalogue, { pools }: LiveState): Availability {
  const initial = useInitialLive();
  const [now, setNow] = useState(() => Date.parse(initial.serverTime));
  useEffect(() => {
    // Each response corrects the clock, so the time may also move back.
    const tick = () => {
      const at = serverNow();
      setNow((before) => (findNextChange(catalogue, before) === findNextChange(catalogue, at) ? before : at));
    };
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [catalogue]);
  return useMemo(() => ({ now: new Date(now), capacities: toCapacities(pools) }), [now, pools]);
}

import { useEffect, useMemo, useState } from "react";

import { useInitialLive } from "@/components/draws/live-provider";
import type { Catalogue } from "@/lib/draws/rules.catalogue";
import type { LiveState } from "@/lib/draws/rules.projection";
import type { SaleMoment } from "@/lib/orders/rules.lines";
import { serverNow } from "@/lib/platform/http/server-clock";
import { capacitiesOf } from "./add-on-state";

/** How often a page looks whether a second draw has begun or ended to sell, in ms. */
const tickMs = 1000;

/** The next instant after `now` at which a second draw begins or ends to sell, in ms; null when there is none. */
export function nextChange({ pools }: Catalogue, now: number): number | null {
  const instants = pools.flatMap(({ startsAt, endsAt }) => [startsAt, endsAt].map((at) => (at ? Date.parse(at) : 0)));
  const ahead = instants.filter((at) => at > now);
  return ahead.length > 0 ? Math.min(...ahead) : null;
}

/**
 * What the form is priced by: the live state's rooms, and a clock that moves when a second draw begins or ends to sell,
 * also while the page is open. It begins with the page's own time, so that server and browser draw the same.
 */
export function useSaleMoment(catalogue: Catalogue, { pools }: LiveState): SaleMoment {
  const initial = useInitialLive();
  const [now, setNow] = useState(() => Date.parse(initial.serverTime));
  useEffect(() => {
    // Each answer corrects the browser's clock, which may have been ahead: what it closed too early opens again.
    const tick = () => {
      const at = serverNow();
      setNow((before) => (nextChange(catalogue, before) === nextChange(catalogue, at) ? before : at));
    };
    tick();
    const timer = setInterval(tick, tickMs);
    return () => clearInterval(timer);
  }, [catalogue]);
  return useMemo(() => ({ now: new Date(now), rooms: capacitiesOf(pools) }), [now, pools]);
}

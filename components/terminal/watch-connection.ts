import { isServerReachable } from "@/lib/terminal/client";
import type { RepeatedLook } from "./repeat-look";
import { repeatLook } from "./repeat-look";

/** Waits between looks, in ms: shorter while nobody answers, so that selling goes on soon after. */
const waits = { reachable: 5000, unreachable: 2000 };

/** Looks again and again whether the server answers, and tells each answer. */
export function watchConnection(onLook: (isReachable: boolean) => void): RepeatedLook {
  return repeatLook({
    firstMs: waits.reachable,
    async look(signal) {
      const isReachable = await isServerReachable(signal);
      if (!signal.aborted) onLook(isReachable);
      return isReachable ? waits.reachable : waits.unreachable;
    },
  });
}

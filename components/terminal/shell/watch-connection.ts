import type { RunningLook } from "@/components/ui/use-looks";
import { isServerReachable } from "@/lib/terminal/client";
import { repeatLook } from "./repeat-look";

/** Waits between looks, in ms: shorter while nobody answers, so that selling goes on soon after. */
const waits = { reachable: 5000, unreachable: 2000 };

/** Looks again and again whether the server answers, and tells each answer. */
export function watchConnection(onLook: (isReachable: boolean) => void): RunningLook {
  return repeatLook({
    firstMs: waits.reachable,
    async look(signal) {
      const isReachable = await isServerReachable(signal);
      if (!signal.aborted) onLook(isReachable);
      return isReachable ? waits.reachable : waits.unreachable;
    },
  });
}

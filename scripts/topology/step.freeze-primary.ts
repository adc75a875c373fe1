import { primaryOf, signalNode, waitForAnother, waitUntilWhole } from "./patroni";
import type { Step } from "./step";

/**
 * The primary stands still, as a machine that is paused or cut off does, and goes on when another has its place: it
 * still takes itself for the primary then, and must not acknowledge anything.
 */
export const freezePrimary: Step = {
  name: "freeze-primary",
  title: "SIGSTOP everything of the primary; let it go on when another is the primary",
  run: async ({ place, nodes }) => {
    const primary = await primaryOf(place, nodes);
    await signalNode(primary, "SIGSTOP");
    try {
      await waitForAnother(place, primary);
    } finally {
      await signalNode(primary, "SIGCONT");
    }
    await waitUntilWhole(place);
    return `${primary.name} is the standby now`;
  },
};

import { findPrimary, killNode, restartNode, waitForOtherPrimary, waitUntilHealthy } from "./patroni";
import type { Step } from "./topology";

export const losePrimary: Step = {
  name: "lose-primary",
  title: "kill -9 the primary's PostgreSQL and Patroni; bring it back as the standby",
  run: async ({ place, nodes }) => {
    const primary = await findPrimary(place, nodes);
    await killNode(primary);
    await waitForOtherPrimary(place, primary);
    restartNode(place, primary);
    await waitUntilHealthy(place);
    return `${primary.name} is the standby now`;
  },
};

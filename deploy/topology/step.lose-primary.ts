import { killNode, primaryOf, restartNode, waitForAnother, waitUntilWhole } from "./patroni";
import type { Step } from "./topology";

export const losePrimary: Step = {
  name: "lose-primary",
  title: "kill -9 the primary's PostgreSQL and Patroni; bring it back as the standby",
  run: async ({ place, nodes }) => {
    const primary = await primaryOf(place, nodes);
    await killNode(primary);
    await waitForAnother(place, primary);
    restartNode(place, primary);
    await waitUntilWhole(place);
    return `${primary.name} is the standby now`;
  },
};

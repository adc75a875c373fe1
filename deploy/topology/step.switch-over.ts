import { findPrimary, patronictl, waitForOtherPrimary, waitUntilHealthy } from "./patroni";
import { scope } from "./patroni-config";
import type { Step } from "./topology";

export const switchOver: Step = {
  name: "switch-over",
  title: "make the standby the primary with patronictl",
  run: async ({ place, nodes }) => {
    const primary = await findPrimary(place, nodes);
    await patronictl(primary, "switchover", scope, "--leader", primary.name, "--force");
    await waitForOtherPrimary(place, primary);
    await waitUntilHealthy(place);
    return "";
  },
};

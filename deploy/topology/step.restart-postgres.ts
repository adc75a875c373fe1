import { findPrimary, patronictl, waitUntilHealthy } from "./patroni";
import { scope } from "./patroni-config";
import type { Step } from "./topology";

export const restartPostgres: Step = {
  name: "restart-postgres",
  title: "restart PostgreSQL of the primary with patronictl",
  run: async ({ place, nodes }) => {
    const primary = await findPrimary(place, nodes);
    await patronictl(primary, "restart", scope, primary.name, "--force");
    await waitUntilHealthy(place);
    return "";
  },
};

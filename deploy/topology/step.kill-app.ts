import { setTimeout as wait } from "node:timers/promises";

import { restartApp } from "./app";
import type { Step } from "./topology";

export const killApp: Step = {
  name: "kill-app",
  title: "kill -9 one process of the app, and start it again",
  run: async ({ place, apps: [app] }) => {
    if (!app) throw new Error("There is no process to kill.");
    await app.program.kill();
    await wait(3000);
    await restartApp(place, app);
    return "";
  },
};

import { restartApp } from "./app";
import { databaseUrl } from "./database";
import { runScript } from "./npm-script";
import type { Step } from "./topology";
import { makeVersion } from "./version";

/** Documented in docs/operations.md, Upgrade. */
export const upgrade: Step = {
  name: "upgrade",
  title: "migrate, and roll both processes to a new version",
  run: async ({ place, apps }) => {
    const folder = await makeVersion(place);
    const written = await runScript(folder, "migrate", { DATABASE_URL: databaseUrl(place) });
    for (const app of apps) {
      await app.program.end();
      await restartApp(place, app, folder);
    }
    return /^Applied .*$/m.exec(written)?.[0] ?? "no migration was applied";
  },
};

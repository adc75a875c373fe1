import { randomBytes } from "node:crypto";

import { restartApp } from "./app";
import { databaseUrl } from "./database";
import { runScript } from "./npm-script";
import type { Place } from "./place";
import type { Step, Topology } from "./topology";

async function restartEach({ place, apps }: Topology): Promise<void> {
  for (const app of apps) {
    await app.program.end();
    await restartApp(place, app);
  }
}

function runKeys(place: Place, word: "rotate" | "status"): Promise<string> {
  const { secretsKey, previousKey } = place.secrets;
  const keys = { SECRETS_KEY: secretsKey, SECRETS_KEY_PREVIOUS: previousKey };
  return runScript(process.cwd(), "keys", { DATABASE_URL: databaseUrl(place), ...keys }, word);
}

export const rotateKey: Step = {
  name: "rotate-key",
  title: "replace SECRETS_KEY, restarting both processes twice",
  run: async (topology) => {
    const { place } = topology;
    const { secrets } = place;
    Object.assign(secrets, { secretsKey: randomBytes(32).toString("base64"), previousKey: secrets.secretsKey });
    await restartEach(topology);
    await runKeys(place, "rotate");
    await runKeys(place, "status");
    secrets.previousKey = "";
    await restartEach(topology);
    return "";
  },
};

import { join } from "node:path";

import { waitFor } from "@/scripts/process/wait-for.mjs";

import { databaseUrl } from "./database";
import { gatewayUrl } from "./gateway";
import { siteUrl } from "./nginx";
import type { Place } from "./place";
import type { Program } from "./program";
import { startProgram } from "./program";

export type App = { at: number; folder: string; program: Program };

/** Test mode, because there is a sandbox, but with everything that live mode requires. */
export function appEnvironment(place: Place, at: number): Record<string, string> {
  const { ports, secrets } = place;
  return {
    NODE_ENV: "production",
    TIRAGE_MODE: "test",
    PORT: String(ports.apps[at]),
    DATA_DIR: join(place.folder, `app-${at + 1}`),
    DATABASE_URL: databaseUrl(place),
    DATABASE_STANDBYS: "1",
    CHECKOUT_HOST: siteUrl(place),
    TRUSTED_PROXY_HOPS: "1",
    BAMBORA_API_URL: gatewayUrl(place),
    BAMBORA_SCRIPT_URL: `${gatewayUrl(place)}/customcheckout/1/customcheckout.js`,
    SMTP_URL: `smtp://127.0.0.1:${ports.smtp}?from=tickets@tirage.example`,
    SECRETS_KEY: secrets.secretsKey,
    SECRETS_KEY_PREVIOUS: secrets.previousKey,
    ADMIN_KEY: secrets.adminKey,
  };
}

function startProcess(place: Place, at: number, folder: string): Program {
  const env = appEnvironment(place, at);
  const command = { name: `app-${at + 1}`, command: process.execPath, args: ["scripts/start.mjs"] };
  return startProgram(place, { ...command, env, cwd: folder });
}

export async function waitUntilReady(place: Place, { at, program }: App): Promise<void> {
  const url = `http://127.0.0.1:${place.ports.apps[at]}/api/ready`;
  if (await waitFor(url, { withinMs: 600_000, isGone: () => !program.isRunning() })) return;
  throw new Error(`${program.name} ${program.isRunning() ? "isn't ready" : "has ended"}: see its log.`);
}

export async function startApp(place: Place, at: number, folder = process.cwd()): Promise<App> {
  const app = { at, folder, program: startProcess(place, at, folder) };
  await waitUntilReady(place, app);
  return app;
}

export async function restartApp(place: Place, app: App, folder = app.folder): Promise<void> {
  Object.assign(app, { folder, program: startProcess(place, app.at, folder) });
  await waitUntilReady(place, app);
}

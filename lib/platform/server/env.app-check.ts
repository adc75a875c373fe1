import "server-only";

import type { Environment } from "./env.schema";

/** What happens to a call without a valid token: nothing, it is logged, or it is refused. */
export type AppCheckMode = Environment["APP_CHECK_MODE"];

/** What a browser makes tokens with: names and keys that are public by design. */
export type AppCheckClient = {
  projectId: string;
  appId: string;
  apiKey: string;
  siteKey: string;
  provider: Environment["APP_CHECK_PROVIDER"];
};

/** What App Check is set up with. */
export type AppCheckSettings = {
  mode: AppCheckMode;
  /** Paths of the API, with what lies below them, that have a mode of their own. */
  routes: { path: string; mode: AppCheckMode }[];
  projectNumber: string;
  appId: string;
  keysUrl: string;
  client: AppCheckClient;
};

/** What a site with App Check must be told. */
export const appCheckNames = [
  "APP_CHECK_PROJECT_NUMBER",
  "APP_CHECK_PROJECT_ID",
  "APP_CHECK_APP_ID",
  "APP_CHECK_API_KEY",
  "APP_CHECK_SITE_KEY",
] as const;

/** The settings of App Check, or null if it is off: then no page loads it and no call is checked. */
export function appCheckSettings(environment: Environment): AppCheckSettings | null {
  const { APP_CHECK_MODE: mode, APP_CHECK_ROUTES: routes = [], APP_CHECK_KEYS_URL: keysUrl } = environment;
  const [projectNumber, projectId, appId, apiKey, siteKey] = appCheckNames.map((name) => environment[name]);
  if (mode === "off" || !projectNumber || !projectId || !appId || !apiKey || !siteKey) return null;
  const client = { projectId, appId, apiKey, siteKey, provider: environment.APP_CHECK_PROVIDER };
  return { mode, routes, projectNumber, appId, keysUrl, client };
}

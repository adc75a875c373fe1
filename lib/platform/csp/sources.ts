import "server-only";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings, extraHostsFor } from "@/lib/platform/server/env.gateways";
import type { PolicySources } from "./policy.mjs";

// The page cache is loaded by Next outside the bundles and cannot import the configuration itself.
const shared = globalThis as typeof globalThis & { tiragePolicySources?: PolicySources };

/** What the script policy takes from the configuration. Throws `InvalidEnvironment`. */
export function policySources(): PolicySources {
  const { BAMBORA_SCRIPT_URL, CHECKOUT_HOST } = env();
  const standIn = applePaySettings(env())?.scriptUrl;
  return {
    cardScriptUrl: BAMBORA_SCRIPT_URL,
    cardFrames: extraHostsFor("frames", env()).map((host) => `https://${host}`),
    standInScripts: standIn ? new URL("./", standIn).href : null,
    appCheck: appCheckSettings(env()) !== null,
    secure: CHECKOUT_HOST.startsWith("https:"),
  };
}

/** Makes the sources known to the page cache of this process; the layout calls it, which every stored page has. */
export function publishPolicySources(): void {
  shared.tiragePolicySources ??= policySources();
}

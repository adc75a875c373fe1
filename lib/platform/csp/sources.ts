import "server-only";
import { env } from "@/lib/platform/server/env";
import { appCheckSettings, applePaySettings, extraHostsFor } from "@/lib/platform/server/env.gateways";
import type { PolicySources } from "./policy.mjs";

// Next loads the page cache outside the bundles, where it can't import the configuration.
const shared = globalThis as typeof globalThis & { tiragePolicySources?: PolicySources };

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

/** Publishes the sources to the page cache of this process. The root layout calls it before any page is stored. */
export function publishPolicySources(): void {
  shared.tiragePolicySources ??= policySources();
}

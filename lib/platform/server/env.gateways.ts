import "server-only";

import { createPrivateKey, X509Certificate } from "node:crypto";
import { readFileSync } from "node:fs";

import type { Environment, ParsedVariables } from "./env.schema";

export type AppCheckMode = Environment["APP_CHECK_MODE"];

/** These values are public by design. */
export type AppCheckClient = {
  projectId: string;
  appId: string;
  apiKey: string;
  siteKey: string;
  provider: Environment["APP_CHECK_PROVIDER"];
};

export type AppCheckSettings = {
  mode: AppCheckMode;
  routes: { path: string; mode: AppCheckMode }[];
  projectNumber: string;
  appId: string;
  keysUrl: string;
  client: AppCheckClient;
};

export const appCheckNames = [
  "APP_CHECK_PROJECT_NUMBER",
  "APP_CHECK_PROJECT_ID",
  "APP_CHECK_APP_ID",
  "APP_CHECK_API_KEY",
  "APP_CHECK_SITE_KEY",
] as const;

export function appCheckSettings(environment: Environment): AppCheckSettings | null {
  const { APP_CHECK_MODE: mode, APP_CHECK_ROUTES: routes = [], APP_CHECK_KEYS_URL: keysUrl } = environment;
  const [projectNumber, projectId, appId, apiKey, siteKey] = appCheckNames.map((name) => environment[name]);
  if (mode === "off" || !projectNumber || !projectId || !appId || !apiKey || !siteKey) return null;
  const client = { projectId, appId, apiKey, siteKey, provider: environment.APP_CHECK_PROVIDER };
  return { mode, routes, projectNumber, appId, keysUrl, client };
}

/** `certificate` and `key` are PEM, or a file's path. */
export type ApplePaySettings = {
  merchantId: string;
  /** At most 64 characters (docs/bambora.md, Merchant validation). */
  displayName: string;
  domain: string;
  certificate: string;
  key: string;
  /** The sandbox's gateway. Null for Apple's. */
  gatewayUrl: string | null;
  /** The sandbox's script. Null for the browser's own Apple Pay. */
  scriptUrl: string | null;
};

export function applePaySettings(environment: Environment): ApplePaySettings | null {
  const { APPLE_PAY_MERCHANT_ID, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY, APPLE_PAY_GATEWAY_URL } = environment;
  if (!APPLE_PAY_MERCHANT_ID || !APPLE_PAY_CERTIFICATE || !APPLE_PAY_KEY) return null;
  const domain = new URL(environment.CHECKOUT_HOST).hostname;
  return {
    merchantId: APPLE_PAY_MERCHANT_ID,
    displayName: environment.APPLE_PAY_DISPLAY_NAME ?? domain.slice(0, 64),
    domain,
    certificate: APPLE_PAY_CERTIFICATE,
    key: APPLE_PAY_KEY,
    gatewayUrl: APPLE_PAY_GATEWAY_URL ?? null,
    scriptUrl: APPLE_PAY_GATEWAY_URL ? new URL("/sandbox/apple-pay.js", environment.BAMBORA_SCRIPT_URL).href : null,
  };
}

/** Reads a file at each use, so that a renewed certificate needs no restart. Throws if it can't. */
export function readPem(value: string): string {
  return value.includes("-----BEGIN") ? value.replaceAll("\\n", "\n") : readFileSync(value, "utf8");
}

export function findIdentityProblem(certificate: string, key: string): string | null {
  try {
    const isItsKey = new X509Certificate(readPem(certificate)).checkPrivateKey(createPrivateKey(readPem(key)));
    return isItsKey ? null : "is not the key of APPLE_PAY_CERTIFICATE";
  } catch {
    return "and APPLE_PAY_CERTIFICATE must be PEM, or files with it that can be read";
  }
}

type ExtraHost = NonNullable<Environment["BAMBORA_EXTRA_HOSTS"]>[number];

export type HostRole = ExtraHost["role"];

export function extraHostsFor(role: HostRole, { BAMBORA_EXTRA_HOSTS: hosts = [] }: ParsedVariables): string[] {
  return hosts.filter((extra) => extra.role === role).map(({ host }) => host);
}

/** Midnight in Toronto, a month before Bambora's URLs end (docs/bambora.md, The move to Shift4). */
const endingSince = new Date("2026-12-01T05:00:00Z");

const endingDomains = /(?:^|\.)(?:bambora|beanstream)\.com$/;

/** Hosts in use that end on 31 December 2026. Empty before 1 December. */
export function endingHosts(environment: Environment, now: Date): ExtraHost[] {
  if (environment.TIRAGE_MODE !== "live" || now < endingSince) return [];
  const { BAMBORA_API_URL: api, BAMBORA_SCRIPT_URL: script, BAMBORA_BOARDING_URL: boarding } = environment;
  const configured = Object.entries({ api, script, boarding }) as [HostRole, string | undefined][];
  const used = configured.flatMap(([role, url]) => (url ? [{ role, host: new URL(url).hostname }] : []));
  const frames = extraHostsFor("frames", environment).map((host) => ({ role: "frames" as const, host }));
  return [...used, ...frames].filter(({ host }) => endingDomains.test(host));
}

import "server-only";

import { readDemoKey } from "./env.demo";
import type { HostRole } from "./env.gateways";
import { extraHostsFor } from "./env.gateways";
import { isLoopback } from "./env.rules";
import type { Environment, ParsedVariables, Problem } from "./env.schema";

type DeployedMode = "test" | "live";

/**
 * Documented in docs/bambora.md, Hosts and passcodes. Includes Google's keys, because a host with other keys could sign
 * App Check tokens.
 */
const hosts: Partial<Record<keyof Environment, { role: HostRole | null } & Record<DeployedMode, readonly string[]>>> = {
  BAMBORA_API_URL: { role: "api", live: ["api.na.bambora.com"], test: ["api.na.bambora.com"] },
  BAMBORA_SCRIPT_URL: { role: "script", live: ["libs.na.bambora.com"], test: ["libs.na.bambora.com"] },
  BAMBORA_BOARDING_URL: {
    role: "boarding",
    live: ["api.na.bambora.com"],
    test: ["api.na.bambora.com", "sandbox-api.na.bambora.com"],
  },
  APP_CHECK_KEYS_URL: {
    role: null,
    live: ["firebaseappcheck.googleapis.com"],
    test: ["firebaseappcheck.googleapis.com"],
  },
};

const demoValues = {
  BAMBORA_BOARDING_TOKEN: ["sandbox-boarding-token"],
  APPLE_PAY_MERCHANT_ID: ["merchant.example.tirage"],
} as const;

const verifiedTls = new Set(["require", "verify-ca", "verify-full"]);

/** Checks a site that is reachable from outside. Live mode also protects buyers and their money (decision 024). */
export function findDeployedProblems(values: ParsedVariables, setNames: ReadonlySet<string>): Problem[] {
  const { TIRAGE_MODE: mode } = values;
  if (mode !== "test" && mode !== "live") return [];
  const always = [
    ...findKeyProblems(values),
    ...findPreviousKeyProblems(values),
    ...findTokenProblems(values),
    ...findHostProblems(values, mode),
    ...findDemoProblems(values),
  ];
  return mode === "live" ? [...always, ...findLiveProblems(values, setNames)] : always;
}

export function isWeakSecret(key: Uint8Array): boolean {
  const isText = key.every((byte) => byte >= 0x20 && byte < 0x7f);
  return isText || isMonotonous([...key], minDistinctBytes);
}

export function isWeakPassword(text: string): boolean {
  return isMonotonous(
    [...text].map((character) => character.codePointAt(0) ?? 0),
    minDistinctCharacters,
  );
}

function findTokenProblems({ METRICS_TOKEN: token, ...keys }: ParsedVariables): Problem[] {
  const { SECRETS_KEY, SECRETS_KEY_PREVIOUS = [], ADMIN_KEY } = keys;
  const variable = "METRICS_TOKEN";
  if (!token) return [];
  if (isWeakPassword(token))
    return [{ variable, message: "is too weak: take it from a generator, as openssl rand -base64 24 gives it" }];
  const isAnother = [SECRETS_KEY, ...SECRETS_KEY_PREVIOUS, ADMIN_KEY].includes(token);
  return isAnother ? [{ variable, message: "must not be one of the other keys as well" }] : [];
}

/** A previous key still opens secrets, so it must be as safe as the current one. */
function findPreviousKeyProblems({
  SECRETS_KEY_PREVIOUS: previous = [],
  ADMIN_KEY,
  DATA_DIR = ".data",
}: ParsedVariables): Problem[] {
  const variable = "SECRETS_KEY_PREVIOUS";
  const problems: Problem[] = [];
  const refuse = (message: string) => problems.push({ variable, message });
  if (previous.some((key) => isWeakSecret(Buffer.from(key, "base64")))) refuse("has a key that is too weak");
  if (previous.some((key) => key === ADMIN_KEY)) refuse("must not have ADMIN_KEY as well");
  if (previous.some((key) => key === readDemoKey(DATA_DIR, "secrets-key")))
    refuse(`has the key of the demo in ${DATA_DIR}`);
  return problems;
}

function findKeyProblems({ SECRETS_KEY, ADMIN_KEY, DATA_DIR = ".data" }: ParsedVariables): Problem[] {
  const problems: Problem[] = [];
  const refuse = (variable: string, message: string) => problems.push({ variable, message });
  if (SECRETS_KEY && isWeakSecret(Buffer.from(SECRETS_KEY, "base64")))
    refuse("SECRETS_KEY", "is too weak: take 32 bytes from a generator, as openssl rand -base64 32 gives them");
  if (ADMIN_KEY && isWeakPassword(ADMIN_KEY))
    refuse("ADMIN_KEY", "is too weak: take it from a generator, as openssl rand -base64 24 gives it");
  if (ADMIN_KEY && ADMIN_KEY === SECRETS_KEY) refuse("ADMIN_KEY", "must not be SECRETS_KEY as well");
  for (const [name, file, key] of [
    ["SECRETS_KEY", "secrets-key", SECRETS_KEY],
    ["ADMIN_KEY", "admin-key", ADMIN_KEY],
  ] as const) {
    if (key && key === readDemoKey(DATA_DIR, file)) refuse(name, `is the key of the demo in ${DATA_DIR}`);
  }
  return problems;
}

function isAllowedHost(url: string, allowed: readonly string[]): boolean {
  const { protocol, hostname, port, username, password } = new URL(url);
  return protocol === "https:" && !port && !username && !password && allowed.includes(hostname);
}

function findHostProblems(values: ParsedVariables, mode: DeployedMode): Problem[] {
  return Object.entries(hosts).flatMap(([variable, { role, ...hostsByMode }]) => {
    const url = values[variable as keyof ParsedVariables] as string | undefined;
    const allowed = [...hostsByMode[mode], ...(role ? extraHostsFor(role, values) : [])];
    if (!url || isAllowedHost(url, allowed) || (mode === "test" && isLoopback(url))) return [];
    const more = role ? `, or BAMBORA_EXTRA_HOSTS must name its host as ${role}=` : "";
    return [{ variable, message: `must be at https://${allowed.join(" or https://")} in ${mode} mode${more}` }];
  });
}

function findDemoProblems(values: ParsedVariables): Problem[] {
  const hasOwnSandbox = isLoopback(values.BAMBORA_BOARDING_URL ?? "");
  return (Object.keys(demoValues) as (keyof typeof demoValues)[]).flatMap((variable) => {
    if (variable === "BAMBORA_BOARDING_TOKEN" && hasOwnSandbox) return [];
    const isDemo = (demoValues[variable] as readonly (string | undefined)[]).includes(values[variable]);
    return isDemo ? [{ variable, message: "is the demo's, which everybody knows" }] : [];
  });
}

/** Loopback, or a socket's directory. A `host` parameter overrides the host of the URL. */
function isLocalDatabase({ hostname, searchParams }: URL): boolean {
  const host = searchParams.getAll("host").at(-1) ?? decodeURIComponent(hostname);
  return host.startsWith("/") || ["localhost", "127.0.0.1", "::1", "[::1]"].includes(host);
}

/** Reads the URL as `pg` does: with `uselibpqcompat`, only `verify-full` checks the certificate. */
function hasVerifiedTls({ searchParams }: URL): boolean {
  const mode = searchParams.getAll("sslmode").at(-1) ?? "";
  if (searchParams.getAll("uselibpqcompat").at(-1) === "true") return mode === "verify-full";
  return verifiedTls.has(mode);
}

function findLiveProblems({ DATABASE_URL, CHECKOUT_HOST }: ParsedVariables, setNames: ReadonlySet<string>): Problem[] {
  const problems: Problem[] = [];
  const refuse = (variable: string, message: string) => problems.push({ variable, message });
  const database = DATABASE_URL ? new URL(DATABASE_URL) : null;
  if (database && !isLocalDatabase(database) && !hasVerifiedTls(database))
    refuse("DATABASE_URL", "must end in ?sslmode=verify-full unless the database is on this machine");
  if (CHECKOUT_HOST && !CHECKOUT_HOST.startsWith("https:")) refuse("CHECKOUT_HOST", "must be https in live mode");
  if (!setNames.has("TRUSTED_PROXY_HOPS"))
    refuse(
      "TRUSTED_PROXY_HOPS",
      "must be stated in live mode: how many proxies before this server are yours, 0 for none",
    );
  return problems;
}

function isRepetition(symbols: readonly number[]): boolean {
  const maxPeriod = Math.floor(symbols.length / 2);
  const periods = Array.from({ length: maxPeriod }, (_, index) => index + 1);
  return periods.some((period) =>
    symbols.every((symbol, index) => index < period || symbol === symbols[index - period]),
  );
}

/**
 * A key that repeats itself, has few different symbols, or whose symbols follow each other in few different steps, as
 * in `abcdef`.
 */
function isMonotonous(symbols: readonly number[], minDistinct: number): boolean {
  const steps = symbols.slice(1).map((symbol, index) => symbol - (symbols[index] ?? 0));
  return new Set(symbols).size < minDistinct || new Set(steps).size < minDistinct || isRepetition(symbols);
}

/** About 30 of 32 random bytes are different, so fewer than 20 mean that the key isn't random. */
const minDistinctBytes = 20;

/** A random key of 24 hexadecimal characters has fewer than 8 different ones once in 30,000 times. */
const minDistinctCharacters = 8;

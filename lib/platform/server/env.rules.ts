import "server-only";

import { appCheckNames, findIdentityProblem } from "./env.gateways";
import type { ParsedVariables, Problem } from "./env.schema";

const loopbackHosts = new Set(["localhost", "127.0.0.1", "[::1]"]);

export function isLoopback(url: string): boolean {
  return URL.canParse(url) && loopbackHosts.has(new URL(url).hostname);
}

function findGatewayProblems(values: ParsedVariables): Problem[] {
  const problems: Problem[] = [];
  const { TIRAGE_MODE: mode } = values;
  for (const variable of ["BAMBORA_API_URL", "BAMBORA_BOARDING_URL"] as const) {
    const url = values[variable];
    if (mode === "demo" && url && !isLoopback(url))
      problems.push({ variable, message: "must be on loopback in demo mode" });
  }
  if (!values.DATABASE_URL && values.BAMBORA_API_URL && !isLoopback(values.BAMBORA_API_URL)) {
    const message = "required with a real gateway: the embedded database does not survive a power cut";
    problems.push({ variable: "DATABASE_URL", message });
  }
  for (const variable of [
    "BAMBORA_API_URL",
    "BAMBORA_SCRIPT_URL",
    "BAMBORA_BOARDING_URL",
    "DRAWS_URL",
    "ICON_SERVICE_URL",
  ] as const) {
    const url = values[variable];
    if (url && !isLoopback(url) && !url.startsWith("https:")) problems.push({ variable, message: "must be https" });
  }
  if (values.BAMBORA_BOARDING_URL && !values.BAMBORA_BOARDING_TOKEN)
    problems.push({ variable: "BAMBORA_BOARDING_TOKEN", message: "required with BAMBORA_BOARDING_URL" });
  if (values.DRAWS_TOKEN && !values.DRAWS_URL)
    problems.push({ variable: "DRAWS_URL", message: "required with DRAWS_TOKEN" });
  return problems;
}

/** Apple Pay needs all of its variables or none. A demo's sandbox may create the certificate a moment later. */
function findApplePayProblems(values: ParsedVariables): Problem[] {
  const { TIRAGE_MODE, APPLE_PAY_GATEWAY_URL: gatewayUrl, APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY } = values;
  const names = ["APPLE_PAY_MERCHANT_ID", "APPLE_PAY_CERTIFICATE", "APPLE_PAY_KEY"] as const;
  const missing = names.filter((name) => !values[name]);
  const isStarted = missing.length < names.length;
  const problems: Problem[] = [];
  const refuse = (variable: string, message: string) => problems.push({ variable, message });
  for (const name of isStarted ? missing : []) refuse(name, "required for Apple Pay");
  if (gatewayUrl && (TIRAGE_MODE !== "demo" || !isLoopback(gatewayUrl)))
    refuse("APPLE_PAY_GATEWAY_URL", "is for demo mode and must be on loopback");
  if (TIRAGE_MODE === "demo" || !APPLE_PAY_CERTIFICATE || !APPLE_PAY_KEY) return problems;
  const problem = findIdentityProblem(APPLE_PAY_CERTIFICATE, APPLE_PAY_KEY);
  if (problem) refuse("APPLE_PAY_KEY", problem);
  return problems;
}

/** Only one source of locations may be set. A header that any client can send proves nothing. */
function findLocationProblems({
  IP_LOCATION_HEADER,
  IP_LOCATION_DATABASE,
  TRUSTED_PROXY_HOPS = 0,
}: ParsedVariables): Problem[] {
  if (!IP_LOCATION_HEADER) return [];
  const variable = "IP_LOCATION_HEADER";
  const problems: Problem[] = [];
  if (IP_LOCATION_DATABASE) problems.push({ variable, message: "cannot be set together with IP_LOCATION_DATABASE" });
  if (TRUSTED_PROXY_HOPS === 0) problems.push({ variable, message: "requires TRUSTED_PROXY_HOPS of 1 or more" });
  return problems;
}

function findAppCheckProblems(values: ParsedVariables): Problem[] {
  const { APP_CHECK_MODE: mode, APP_CHECK_KEYS_URL: url } = values;
  const { APP_CHECK_APP_ID: appId, APP_CHECK_PROJECT_NUMBER: project } = values;
  if (!mode || mode === "off") return [];
  const missing = appCheckNames.filter((name) => !values[name]);
  const problems: Problem[] = missing.map((variable) => ({
    variable,
    message: `required with APP_CHECK_MODE=${mode}`,
  }));
  if (url && !isLoopback(url) && !url.startsWith("https:"))
    problems.push({ variable: "APP_CHECK_KEYS_URL", message: "must be https" });
  if (appId && project && appId.split(":")[1] !== project)
    problems.push({ variable: "APP_CHECK_APP_ID", message: "is not of APP_CHECK_PROJECT_NUMBER" });
  return problems;
}

function findKeyRingProblems({ SECRETS_KEY, SECRETS_KEY_PREVIOUS: previous = [] }: ParsedVariables): Problem[] {
  const keys = [...(SECRETS_KEY ? [SECRETS_KEY] : []), ...previous].map((key) =>
    Buffer.from(key, "base64").toString("hex"),
  );
  if (new Set(keys).size === keys.length) return [];
  return [{ variable: "SECRETS_KEY_PREVIOUS", message: "has SECRETS_KEY as well, or a key twice" }];
}

/** The job must not erase orders earlier than an admin could on request. */
function findRetentionProblems({
  RETENTION_CLAIM_DAYS: claim = 0,
  RETENTION_BUYERS_DAYS: buyers,
}: ParsedVariables): Problem[] {
  if (buyers === undefined || claim <= buyers) return [];
  return [{ variable: "RETENTION_CLAIM_DAYS", message: "must not exceed RETENTION_BUYERS_DAYS" }];
}

export function findConsistencyProblems(values: ParsedVariables): Problem[] {
  const check = [
    findGatewayProblems,
    findApplePayProblems,
    findLocationProblems,
    findAppCheckProblems,
    findKeyRingProblems,
    findRetentionProblems,
  ];
  return check.flatMap((findProblems) => findProblems(values));
}

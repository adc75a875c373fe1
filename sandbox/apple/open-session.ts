import { randomBytes, randomUUID } from "node:crypto";
import { isObject } from "@/sandbox/bambora/read-json";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";

/** In ms (docs/bambora.md, Merchant validation). */
const sessionLifetimeMs = 5 * 60_000;

/** Refuses with 400: another merchant, an unregistered domain, a missing or overlong name, anything but the web. */
export function openSession(state: SandboxState, call: Call): Reply {
  const body = parseBody(call);
  if (body === null) return refusal("malformed request");
  const { merchantIdentifier, displayName, initiative, initiativeContext: domain } = body;
  if (merchantIdentifier !== call.merchant) return refusal("merchantIdentifier does not match the certificate");
  if (!isName(displayName)) return refusal("displayName is missing or too long");
  const { applePayDomains: domains } = state.settings;
  const isRegistered = typeof domain === "string" && (domains === null || domains.includes(domain));
  if (initiative !== "web" || !isRegistered)
    return refusal(`merchantId=${merchantIdentifier} not registered for domain=${String(domain)}`);
  const epochTimestamp = state.now();
  return jsonReply(200, {
    epochTimestamp,
    expiresAt: epochTimestamp + sessionLifetimeMs,
    merchantSessionIdentifier: `SSH${randomUUID().replaceAll("-", "").toUpperCase()}`,
    nonce: randomBytes(4).toString("hex"),
    merchantIdentifier,
    domainName: domain,
    displayName,
    signature: randomBytes(64).toString("hex"),
    operationalAnalyticsIdentifier: `${displayName}:${merchantIdentifier}`,
    retries: 0,
  });
}

// Apple doesn't publish most of these texts. The body's form and the first text were observed.
function refusal(problem: string): Reply {
  return jsonReply(400, { statusMessage: `Payment Services Exception ${problem}`, statusCode: "400" });
}

function parseBody(call: Call): Record<string, unknown> | null {
  try {
    const body: unknown = JSON.parse(call.body);
    return isObject(body) ? body : null;
  } catch {
    return null;
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value.length > 0 && value.length <= 64;
}

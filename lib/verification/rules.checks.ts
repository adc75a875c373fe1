import { dayMs } from "@/lib/durations";
import type { MerchantSessionOutcome } from "@/lib/gateways/apple-pay/port.session";
import type { LocalFile, MerchantIdentity, ServedFile } from "@/lib/gateways/apple-pay/port.setup";
import type { AppCheckVerdict } from "@/lib/gateways/firebase/port.app-check";
import type { PaymentList } from "@/lib/gateways/payment/port";

/** In the order in which they are shown. */
export const checkIds = [
  "domain-file",
  "certificate",
  "key",
  "apple-gateway",
  "merchant-session",
  "app-check",
  "payments-passcode",
  "reporting-passcode",
] as const;

export type CheckId = (typeof checkIds)[number];

/** `warning`: it works, but not for long or not fully. `skipped`: Apple Pay works without it. */
export type CheckState = "right" | "wrong" | "warning" | "skipped";

/** The possible findings of each check. Every one has its own message. */
export const checkFindings = {
  "domain-file": ["right", "not-configured", "unreadable", "unreachable", "refused", "differs", "type"],
  certificate: ["right", "not-configured", "unreadable", "other-merchant", "early", "expired", "expiring"],
  key: ["right", "not-configured", "unreadable", "no-certificate", "unlike"],
  "apple-gateway": ["right", "not-configured", "unreachable"],
  "merchant-session": ["right", "not-configured", "refused", "unreachable"],
  "app-check": ["right", "not-configured", "unreachable", "no-token", "refused"],
  "payments-passcode": ["right", "no-credentials", "refused", "unclear", "unreachable"],
  "reporting-passcode": ["right", "no-credentials", "missing", "refused", "unreachable"],
} as const satisfies Record<CheckId, readonly string[]>;

export type CheckResultOf<Id extends CheckId> = (typeof checkFindings)[Id][number];

/** Short hashes, statuses, names and instants in ISO, but never a secret. */
export type CheckDetail = Record<string, string | number>;

export type Check = {
  [Id in CheckId]: { id: Id; state: CheckState; finding: CheckResultOf<Id>; detail: CheckDetail };
}[CheckId];

/** Apple and the gateway may take this long for a renewal. */
const renewalDays = 30;

const warnings: ReadonlySet<string> = new Set(["expiring", "type"]);

export function createCheck<Id extends CheckId>(id: Id, finding: CheckResultOf<Id>, detail: CheckDetail = {}): Check {
  return { id, state: toState(id, finding), finding, detail } as Check;
}

export function assessDomainFile(own: LocalFile, served: ServedFile): Check {
  if (own.kind !== "read") return createCheck("domain-file", own.kind);
  if (served.kind === "unreachable") return createCheck("domain-file", "unreachable");
  if (served.kind === "refused") return createCheck("domain-file", "refused", { status: served.status });
  const detail = { hash: shortHash(own.sha256), served: shortHash(served.sha256) };
  if (served.sha256 !== own.sha256) return createCheck("domain-file", "differs", detail);
  return createCheck("domain-file", served.type.startsWith("text/plain") ? "right" : "type", detail);
}

export function assessCertificate(facts: MerchantIdentity | null, merchantId: string, now: Date): Check {
  if (!facts) return createCheck("certificate", "not-configured");
  if (!facts.certificate) return createCheck("certificate", "unreadable");
  const { merchantId: found, from, until } = facts.certificate;
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  const detail = { merchantId, found: found ?? "-", from: from.toISOString(), until: until.toISOString(), days };
  if (found !== merchantId) return createCheck("certificate", "other-merchant", detail);
  if (now < from) return createCheck("certificate", "early", detail);
  if (now >= until) return createCheck("certificate", "expired", detail);
  return createCheck("certificate", days < renewalDays ? "expiring" : "right", detail);
}

export function assessKey(facts: MerchantIdentity | null): Check {
  if (!facts) return createCheck("key", "not-configured");
  return createCheck("key", facts.key === "fits" ? "right" : facts.key);
}

export function assessSession(outcome: MerchantSessionOutcome): Check {
  if (outcome.kind === "session") return createCheck("merchant-session", "right");
  const { status } = outcome;
  return status === null
    ? createCheck("merchant-session", "unreachable")
    : createCheck("merchant-session", "refused", { status });
}

/** Assesses the token of the call that requests the checks. */
export function assessAppCheck(verdict: AppCheckVerdict, mode: string): Check {
  if (verdict.kind === "valid") return createCheck("app-check", "right", { mode });
  if (verdict.kind === "unavailable") return createCheck("app-check", "unreachable", { mode });
  const { flaw } = verdict;
  return flaw === "missing"
    ? createCheck("app-check", "no-token", { mode, why: "none" })
    : createCheck("app-check", "refused", { mode, flaw });
}

/** Adds the reason, in the words of the SDK, for the browser having no token. */
export function withTokenFailure(checks: Check[], why: string): Check[] {
  return checks.map((check) =>
    check.id === "app-check" && check.finding === "no-token" ? { ...check, detail: { ...check.detail, why } } : check,
  );
}

export function assessReport(list: PaymentList): Check {
  if (list.kind === "listed") return createCheck("reporting-passcode", "right");
  return createCheck("reporting-passcode", list.kind === "not-authorized" ? "refused" : "unreachable");
}

function toState(id: CheckId, finding: string): CheckState {
  if (finding === "right") return "right";
  if (warnings.has(finding)) return "warning";
  return id === "app-check" && finding === "not-configured" ? "skipped" : "wrong";
}

function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}

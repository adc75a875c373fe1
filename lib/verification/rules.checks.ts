import { dayMs } from "@/lib/days";
import type { MerchantSessionOutcome } from "@/lib/gateways/apple-pay/port.session";
import type { IdentityFacts, OwnFile, ServedFile } from "@/lib/gateways/apple-pay/port.setup";
import type { AppCheckVerdict } from "@/lib/gateways/firebase/port.app-check";
import type { PaymentList } from "@/lib/gateways/payment/gateway";

/** What is checked, in the order in which it is told. */
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

/** One name of `checkIds`. */
export type CheckId = (typeof checkIds)[number];

/**
 * `warning`: works, but not for long or not fully; `skipped`: Apple Pay does without it. What is not set up is wrong.
 */
export type CheckState = "right" | "wrong" | "warning" | "skipped";

/** What was found of a check; each has words of its own: what it means and how it is mended. */
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

/** One finding of one check, as `checkFindings` lists them. */
export type FindingOf<Id extends CheckId> = (typeof checkFindings)[Id][number];

/** Facts for the words of a finding: short hashes, statuses, names, instants in ISO. Never a secret. */
export type CheckDetail = Record<string, string | number>;

/** One check as it came out. */
export type Check = {
  [Id in CheckId]: { id: Id; state: CheckState; finding: FindingOf<Id>; detail: CheckDetail };
}[CheckId];

/** A certificate that ends within so many days is to be renewed: Apple and the bank take their time. */
const renewalDays = 30;

const warnings: ReadonlySet<string> = new Set(["expiring", "type"]);

function stateOf(id: CheckId, finding: string): CheckState {
  if (finding === "right") return "right";
  if (warnings.has(finding)) return "warning";
  return id === "app-check" && finding === "not-configured" ? "skipped" : "wrong";
}

/** Builds a check: right, wrong, or what its finding says. */
export function checkOf<Id extends CheckId>(id: Id, finding: FindingOf<Id>, detail: CheckDetail = {}): Check {
  return { id, state: stateOf(id, finding), finding, detail } as Check;
}

function shortHash(sha256: string): string {
  return sha256.slice(0, 12);
}

/** Judges what our public address serves against the configured file, both by SHA-256. */
export function judgeDomainFile(own: OwnFile, served: ServedFile): Check {
  if (own.kind !== "read") return checkOf("domain-file", own.kind);
  if (served.kind === "unreachable") return checkOf("domain-file", "unreachable");
  if (served.kind === "refused") return checkOf("domain-file", "refused", { status: served.status });
  const detail = { hash: shortHash(own.sha256), served: shortHash(served.sha256) };
  if (served.sha256 !== own.sha256) return checkOf("domain-file", "differs", detail);
  return checkOf("domain-file", served.type.startsWith("text/plain") ? "right" : "type", detail);
}

/** Judges the certificate of the merchant identity at `now`. */
export function judgeCertificate(facts: IdentityFacts | null, merchantId: string, now: Date): Check {
  if (!facts) return checkOf("certificate", "not-configured");
  if (!facts.certificate) return checkOf("certificate", "unreadable");
  const { merchantId: found, from, until } = facts.certificate;
  const days = Math.floor((until.getTime() - now.getTime()) / dayMs);
  const detail = { merchantId, found: found ?? "-", from: from.toISOString(), until: until.toISOString(), days };
  if (found !== merchantId) return checkOf("certificate", "other-merchant", detail);
  if (now < from) return checkOf("certificate", "early", detail);
  if (now >= until) return checkOf("certificate", "expired", detail);
  return checkOf("certificate", days < renewalDays ? "expiring" : "right", detail);
}

/** Judges the private key of the merchant identity. */
export function judgeKey(facts: IdentityFacts | null): Check {
  if (!facts) return checkOf("key", "not-configured");
  return checkOf("key", facts.key === "fits" ? "right" : facts.key);
}

/** Judges what Apple answered when it was asked for a payment session. */
export function judgeSession(outcome: MerchantSessionOutcome): Check {
  if (outcome.kind === "session") return checkOf("merchant-session", "right");
  const { status } = outcome;
  return status === null
    ? checkOf("merchant-session", "unreachable")
    : checkOf("merchant-session", "refused", { status });
}

/** Judges what the token of the very call proves that asks for the checks. */
export function judgeAppCheck(verdict: AppCheckVerdict, mode: string): Check {
  if (verdict.kind === "valid") return checkOf("app-check", "right", { mode });
  if (verdict.kind === "unavailable") return checkOf("app-check", "unreachable", { mode });
  const { flaw } = verdict;
  return flaw === "missing"
    ? checkOf("app-check", "no-token", { mode, why: "none" })
    : checkOf("app-check", "refused", { mode, flaw });
}

/** The checks with why the browser that asked for them had no token, in the words of its SDK. */
export function withTokenFailure(checks: Check[], why: string): Check[] {
  return checks.map((check) =>
    check.id === "app-check" && check.finding === "no-token" ? { ...check, detail: { ...check.detail, why } } : check,
  );
}

/** Judges what the gateway's report answered. */
export function judgeReport(list: PaymentList): Check {
  if (list.kind === "listed") return checkOf("reporting-passcode", "right");
  return checkOf("reporting-passcode", list.kind === "not-authorized" ? "refused" : "unreachable");
}

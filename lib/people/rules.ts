import type { AuditActor } from "@/lib/audit/rules";
import { toPersonOperator } from "@/lib/audit/rules";
import { dayMs, hourMs, minuteMs } from "@/lib/durations";
import type { Sealer } from "@/lib/platform/server/seal";
import type { Right } from "@/lib/rights";
import type { RoleGrant } from "./rules.roles";

/**
 * The audit chain of people. Draws' ids contain no colon, so it is never the chain of a draw. Entries contain ids of
 * people, never names.
 */
export const peopleChain = "system:people";

export const peopleActions = [
  "person-invited",
  "person-changed",
  "person-revoked",
  "person-restored",
  "person-erased",
  "role-given",
  "role-withdrawn",
  "passkey-added",
  "passkey-removed",
  "session-opened",
  "session-confirmed",
  "session-ended",
] as const;

/** Daily actions that the history hides by default. */
export const signInActions: readonly PeopleAction[] = ["session-opened", "session-confirmed", "session-ended"];

export type PeopleAction = (typeof peopleActions)[number];

/** A person may refund this much a day, unless an admin sets another limit. */
export const defaultRefundLimitCents = 500_00;

/** A session ends after `idle` without a call. A passkey counts as just used for `fresh`. */
export const lifetimesMs = {
  invitation: dayMs,
  session: 12 * hourMs,
  idle: 30 * minuteMs,
  fresh: 5 * minuteMs,
  challenge: 5 * minuteMs,
  /** Sessions are kept this long after their end. */
  endedSession: 90 * dayMs,
} as const;

export function isRecordId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** The actor of audit entries for what a person does, including before they are signed in. */
export function toPersonActor(personId: string): AuditActor {
  return { kind: "admin", deviceId: null, operator: toPersonOperator(personId) };
}

type SecretKind = "console session" | "console browser" | "console invitation";

export function hashSecret(sealer: Pick<Sealer, "digest">, secret: string, kind: SecretKind): string {
  return Buffer.from(sealer.digest(secret, kind)).toString("base64url");
}

type AccessDates = { endsAt: Date | null; revokedAt: Date | null };

export function isActive({ endsAt, revokedAt }: AccessDates, now: Date): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now);
}

export function hasAccessEndedBy({ endsAt, revokedAt }: AccessDates, at: Date): boolean {
  return [endsAt, revokedAt].some((end) => end !== null && end <= at);
}

type SessionDates = { seenAt: Date; endsAt: Date; endedAt: Date | null };

export function isOpen({ seenAt, endsAt, endedAt }: SessionDates, now: Date): boolean {
  return endedAt === null && endsAt > now && now.getTime() - seenAt.getTime() < lifetimesMs.idle;
}

/** Returns null for an IP address, because browsers make passkeys only for domains and `localhost`. */
export function getPasskeyHost(checkoutHost: string): string | null {
  const { hostname } = new URL(checkoutHost);
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}

/** COSE numbers of ES256, RS256 and EdDSA. The library's default list makes Node print a warning. */
export const keyAlgorithms = [-7, -257, -8];

/**
 * Returns true if the authenticator's signature counter went down, which suggests a copied key. Keys that are synced
 * between devices always report 0, and some authenticators repeat a number.
 */
export function hasCounterRegressed(known: number, counter: number): boolean {
  return known > 0 && counter < known;
}

const browserPatterns: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systemPatterns: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** Names the browser and its system, the same in both languages. Returns empty text if both are unknown. */
export function describeBrowser(userAgent: string): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(browserPatterns), find(systemPatterns)].filter(Boolean).join(", ");
}

export type PersonState = "invited" | "active" | "ended" | "revoked" | "uninvited";

/**
 * A person with their roles within the reader's access scope. `endsAt`, `passkeys`, `lastSeenAt` and `refundLimit`
 * (dollars a day) are null unless `isWhole`.
 */
export type PersonView = {
  personId: string;
  name: string;
  email: string;
  state: PersonState;
  roles: RoleGrant[];
  endsAt: string | null;
  passkeys: number | null;
  lastSeenAt: string | null;
  refundLimit: number | null;
  /**
   * False if some roles are outside of the reader's access scope, who then can't invite the person again or revoke
   * them.
   */
  isWhole: boolean;
};

/** Roles that draws name for a user who hasn't been invited yet. */
export type RoleSuggestion = { userId: string; roles: RoleGrant[] };

export type PasskeyView = { credentialId: string; name: string; createdAt: string; usedAt: string | null };

export type SessionView = { sessionId: string; browser: string; createdAt: string; seenAt: string; isThis: boolean };

/** The caller is a person, or an admin key if `person` is null. A passkey is required again after `freshUntil`. */
export type CurrentAdmin = {
  person: { personId: string; name: string; email: string; isDemo: boolean } | null;
  name: string | null;
  roles: RoleGrant[];
  rights: string[];
  passkeys: PasskeyView[];
  sessions: SessionView[];
  freshUntil: string | null;
};

/** Returns true for a right that the caller has in any scope. `ADMIN_KEY` has all rights. */
export function hasRight({ rights }: Pick<CurrentAdmin, "rights">, right: Right): boolean {
  return rights.includes(right) || rights.includes("all");
}

/** Kinds of queued letters. Invitations are sent at once instead, because their code is stored nowhere. */
export type LetterKind = "passkey-added" | "role-given" | "new-browser";

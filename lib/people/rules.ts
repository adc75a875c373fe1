import type { AuditActor } from "@/lib/audit/rules";
import { minuteMs } from "@/lib/durations";
import type { Sealer } from "@/lib/platform/server/seal";
import type { Right } from "@/lib/rights";
import type { RoleGrant } from "./rules.roles";

/** The audit chain of people. No draw can have this id, as ids hold no colon. Entries name ids, never a person. */
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

export type PeopleAction = (typeof peopleActions)[number];

/** What a person may refund in a day, unless an admin sets another limit. */
export const defaultRefundLimitCents = 500_00;

/** In ms. `idle` is how long a session lasts without a call, and `fresh` how long a passkey counts as just used. */
export const lifetimesMs = {
  invitation: 24 * 60 * minuteMs,
  session: 12 * 60 * minuteMs,
  idle: 30 * minuteMs,
  fresh: 5 * minuteMs,
  challenge: 5 * minuteMs,
  /** How long a session is kept after its end. */
  endedSession: 90 * 24 * 60 * minuteMs,
} as const;

/** Whether a text can be the id of a person or a session, as a call may name anything. */
export function isRecordId(text: string): boolean {
  return /^[\w-]{1,64}$/.test(text);
}

/** How the audit log names a person of the console. Nobody can claim a name that begins like this. */
export function toOperator(personId: string): string {
  return `person:${personId}`;
}

/** A person in the audit log, even one who isn't signed in yet. */
export function actorOf(personId: string): AuditActor {
  return { kind: "admin", deviceId: null, operator: toOperator(personId) };
}

type SecretKind = "console session" | "console browser" | "console invitation";

/** What is stored of a secret, which is enough to recognize it. */
export function hashSecret(sealer: Pick<Sealer, "digest">, secret: string, kind: SecretKind): string {
  return Buffer.from(sealer.digest(secret, kind)).toString("base64url");
}

type PersonDates = { endsAt: Date | null; revokedAt: Date | null };

export function isActive({ endsAt, revokedAt }: PersonDates, now: Date): boolean {
  return revokedAt === null && (endsAt === null || endsAt > now);
}

export function hasLeftBy({ endsAt, revokedAt }: PersonDates, at: Date): boolean {
  return [endsAt, revokedAt].some((end) => end !== null && end <= at);
}

type SessionDates = { seenAt: Date; endsAt: Date; endedAt: Date | null };

export function isOpen({ seenAt, endsAt, endedAt }: SessionDates, now: Date): boolean {
  return endedAt === null && endsAt > now && now.getTime() - seenAt.getTime() < lifetimesMs.idle;
}

/** Null for an address without a name, as browsers make passkeys only for domains and for `localhost`. */
export function passkeyHostOf(checkoutHost: string): string | null {
  const { hostname } = new URL(checkoutHost);
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname;
}

/** ES256, RS256 and EdDSA by their COSE numbers. They are named here, as the library's default list makes Node warn. */
export const keyAlgorithms = [-7, -257, -8];

/**
 * Whether an authenticator's count of signatures suggests a copied key, because it fell after it had risen. Keys that
 * are synced between devices always say 0, and some repeat a number.
 */
export function isCounterFallen(known: number, counter: number): boolean {
  return known > 0 && counter < known;
}

const programs: readonly [RegExp, string][] = [
  [/Edg(?:e|A|iOS)?\//, "Edge"],
  [/OPR\//, "Opera"],
  [/SamsungBrowser\//, "Samsung Internet"],
  [/(?:Firefox|FxiOS)\//, "Firefox"],
  [/(?:Chrome|CriOS)\//, "Chrome"],
  [/Safari\//, "Safari"],
];

const systems: readonly [RegExp, string][] = [
  [/iPhone/, "iPhone"],
  [/iPad/, "iPad"],
  [/Android/, "Android"],
  [/Windows/, "Windows"],
  [/Mac OS X|Macintosh/, "Mac"],
  [/CrOS/, "ChromeOS"],
  [/Linux/, "Linux"],
];

/** A browser in words that are the same in both languages. Empty for an unknown one. */
export function nameBrowser(userAgent: string): string {
  const find = (names: readonly [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [find(programs), find(systems)].filter(Boolean).join(", ");
}

export type PersonState = "invited" | "active" | "ended" | "revoked" | "uninvited";

/**
 * A person as the list shows them, with the roles that lie within the reader's reach. `endsAt`, `passkeys`,
 * `lastSeenAt` and `refundLimit` (dollars a day) are null where they aren't whole.
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
  /** False if they have roles outside of the reader's reach. Then the reader can't invite them again or revoke them. */
  isWhole: boolean;
};

/** Roles that draws name for a user, who isn't known here until somebody invites them. */
export type RoleSuggestion = { userId: string; roles: RoleGrant[] };

export type PasskeyView = { credentialId: string; name: string; createdAt: string; usedAt: string | null };

export type SessionView = { sessionId: string; browser: string; createdAt: string; seenAt: string; isThis: boolean };

/** Who calls. Until `freshUntil` no other passkey is needed. */
export type OwnView = {
  person: { personId: string; name: string; email: string; isDemo: boolean } | null;
  name: string | null;
  roles: RoleGrant[];
  rights: string[];
  passkeys: PasskeyView[];
  sessions: SessionView[];
  freshUntil: string | null;
};

/** Whether a person has a right somewhere. `ADMIN_KEY` has all rights. */
export function hasRight({ rights }: Pick<OwnView, "rights">, right: Right): boolean {
  return rights.includes(right) || rights.includes("all");
}

/**
 * Kinds of letters that wait in a queue. An invitation is sent at once, because it holds a code that is stored nowhere.
 */
export type LetterKind = "passkey-added" | "role-given" | "new-browser";

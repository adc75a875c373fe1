import {
  bigint,
  boolean,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";

import type { Language } from "@/lib/platform/i18n/routing";
import type { LetterKind } from "./rules";
import type { Role, Scope } from "./rules.roles";

const instant = (name: string) => timestamp(name, { withTimezone: true });

/** Who may sign in to the console. The audit log names people by their ids, which stay there after an erasure. */
export const persons = pgTable(
  "persons",
  {
    personId: text("person_id").primaryKey(),
    /** In lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    locale: text("locale").$type<Language>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** When all access ends. Null if it has no end. */
    endsAt: instant("ends_at"),
    revokedAt: instant("revoked_at"),
    isDemo: boolean("is_demo").notNull().default(false),
    /** The names under which draws give roles to this person (`userRoles` of a definition). */
    userIds: text("user_ids").array().notNull().default([]),
    /** What they may refund in a day where they are no admin. */
    refundLimitCents: integer("refund_limit_cents").notNull().default(500_00),
  },
  (table) => [uniqueIndex("persons_email").on(table.email)],
);

/** A role of a person, and where it holds. `scopeId` is a parent's or a draw's id, and empty for everything. */
export const personRoles = pgTable(
  "person_roles",
  {
    personId: text("person_id").notNull(),
    role: text("role").$type<Role>().notNull(),
    scopeKind: text("scope_kind").$type<Scope["kind"]>().notNull(),
    scopeId: text("scope_id").notNull(),
    givenAt: instant("given_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.personId, table.role, table.scopeKind, table.scopeId] })],
);

/** `counter` is how many signatures the authenticator last said it has made. Most always say 0. */
export const passkeys = pgTable(
  "passkeys",
  {
    credentialId: text("credential_id").primaryKey(),
    personId: text("person_id").notNull(),
    publicKey: text("public_key").notNull(),
    counter: bigint("counter", { mode: "number" }).notNull(),
    transports: text("transports").array().notNull(),
    name: text("name").notNull(),
    createdAt: instant("created_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("passkeys_by_person").on(table.personId)],
);

/** Only the hash of a link's code is kept. A person has one open invitation at most. */
export const invitations = pgTable(
  "invitations",
  {
    codeHash: text("code_hash").primaryKey(),
    personId: text("person_id").notNull(),
    createdAt: instant("created_at").notNull(),
    expiresAt: instant("expires_at").notNull(),
    usedAt: instant("used_at"),
  },
  (table) => [index("invitations_by_person").on(table.personId)],
);

/** Sessions are kept for a while after their end, so that a browser that comes again is known. */
export const personSessions = pgTable(
  "person_sessions",
  {
    sessionId: text("session_id").primaryKey(),
    secretHash: text("secret_hash").notNull(),
    personId: text("person_id").notNull(),
    /** Recognizes the browser by a cookie that opens nothing. */
    browserHash: text("browser_hash").notNull(),
    /** Program and system, such as `Chrome, Windows`. */
    browser: text("browser").notNull(),
    createdAt: instant("created_at").notNull(),
    seenAt: instant("seen_at").notNull(),
    /** When a passkey was last used in it. */
    freshAt: instant("fresh_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("person_sessions_secret").on(table.secretHash),
    index("person_sessions_by_person").on(table.personId, table.createdAt),
  ],
);

/**
 * Challenges that a passkey signed, each of which is taken once. Challenges that were only asked for are not stored.
 */
export const usedChallenges = pgTable("used_challenges", {
  challenge: text("challenge").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});

/** Letters to people of the console that wait to be sent. A row is deleted with its letter. */
export const personLetters = pgTable(
  "person_letters",
  {
    letterId: text("letter_id").primaryKey(),
    personId: text("person_id").notNull(),
    kind: text("kind").$type<LetterKind>().notNull(),
    /** The role, the passkey or the browser in question. */
    detail: text("detail").notNull(),
    queuedAt: instant("queued_at").notNull(),
    tryAt: instant("try_at").notNull(),
  },
  (table) => [index("person_letters_due").on(table.tryAt)],
);

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

/** People who may sign in to the console. The audit log has only their ids, which stay there after an erasure. */
export const persons = pgTable(
  "persons",
  {
    personId: text("person_id").primaryKey(),
    /** In lower case. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    locale: text("locale").$type<Language>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** All access ends then. Null if it has no end. */
    endsAt: instant("ends_at"),
    revokedAt: instant("revoked_at"),
    isDemo: boolean("is_demo").notNull().default(false),
    /** The names under which draws suggest roles for this person (`userRoles` of a definition). */
    userIds: text("user_ids").array().notNull().default([]),
    /** A day, where the person is no admin. */
    refundLimitCents: integer("refund_limit_cents").notNull().default(500_00),
  },
  (table) => [uniqueIndex("persons_email").on(table.email)],
);

/** `scopeId` is the id of a parent or a draw, and empty for everything. */
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

/** `counter` is the number of signatures that the authenticator last reported. Most always report 0. */
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

/** Only the hash of the link's code is stored. A person has at most one open invitation. */
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

/** Kept for a while after their end, so that a known browser is recognized. */
export const personSessions = pgTable(
  "person_sessions",
  {
    sessionId: text("session_id").primaryKey(),
    secretHash: text("secret_hash").notNull(),
    personId: text("person_id").notNull(),
    /** The digest of a cookie that recognizes the browser but gives no access. */
    browserHash: text("browser_hash").notNull(),
    /** Program and system, such as `Chrome, Windows`. */
    browser: text("browser").notNull(),
    createdAt: instant("created_at").notNull(),
    seenAt: instant("seen_at").notNull(),
    /** When a passkey was last used in the session. */
    freshAt: instant("fresh_at").notNull(),
    endsAt: instant("ends_at").notNull(),
    endedAt: instant("ended_at"),
  },
  (table) => [
    uniqueIndex("person_sessions_secret").on(table.secretHash),
    index("person_sessions_by_person").on(table.personId, table.createdAt),
  ],
);

/** Challenges that were signed and used, so that each is accepted once. Unused ones are not stored. */
export const usedChallenges = pgTable("used_challenges", {
  challenge: text("challenge").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});

/** Queued letters to people of the console. A row is deleted once its letter is sent. */
export const personLetters = pgTable(
  "person_letters",
  {
    letterId: text("letter_id").primaryKey(),
    personId: text("person_id").notNull(),
    kind: text("kind").$type<LetterKind>().notNull(),
    /** The role, passkey or browser that the letter is about. */
    detail: text("detail").notNull(),
    queuedAt: instant("queued_at").notNull(),
    tryAt: instant("try_at").notNull(),
  },
  (table) => [index("person_letters_due").on(table.tryAt)],
);

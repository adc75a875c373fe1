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

/** Who may sign in to the console. The audit log names people by their ids, which stay there when they are erased. */
export const persons = pgTable(
  "persons",
  {
    personId: text("person_id").primaryKey(),
    /** In small letters. */
    email: text("email").notNull(),
    name: text("name").notNull(),
    locale: text("locale").$type<Language>().notNull(),
    createdAt: instant("created_at").notNull(),
    /** From then on nothing opens; null for as long as nobody revokes. */
    endsAt: instant("ends_at"),
    revokedAt: instant("revoked_at"),
    isDemo: boolean("is_demo").notNull().default(false),
    /** Under which draws name roles for this person (`userRoles` of a definition). */
    userIds: text("user_ids").array().notNull().default([]),
    /** What they may refund in a day where they are no admin. */
    refundLimitCents: integer("refund_limit_cents").notNull().default(500_00),
  },
  (table) => [uniqueIndex("persons_email").on(table.email)],
);

/** A role of a person, and where it holds. `scopeId` is a parent's or a draw's id, empty for everything. */
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

/** `counter` is what the authenticator last said it has signed; most say 0 always. */
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

/** Of a link's code only the hash is kept. A person has one open invitation at most. */
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

/** Challenges that a passkey signed: each is taken once. Nothing is stored of those that were only asked for. */
export const usedChallenges = pgTable("used_challenges", {
  challenge: text("challenge").primaryKey(),
  expiresAt: instant("expires_at").notNull(),
});

/** Letters to people of the console that wait to be sent; a row ends with its letter. */
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

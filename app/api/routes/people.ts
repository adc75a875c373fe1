import "server-only";

import {
  acceptInvitationSchema,
  addPasskeySchema,
  changePersonSchema,
  demoSignInSchema,
  invitePersonSchema,
  openInvitationSchema,
  signInSchema,
} from "@/lib/people/schema";

import type { RouteEntry } from "./row";

const invitations = ["invitation-wrong", "invitation-over", "access-ended", "passkeys-unavailable"] as const;

const signatures = ["passkey-wrong", "challenge-over", "passkeys-unavailable"] as const;

/** Decide who has access to the console. */
export const peopleCalls = [
  {
    call: "GET /api/admin/persons",
    right: "access",
    purpose: "people of the console with a role where the caller has `access`, with these roles alone",
  },
  {
    call: "POST /api/admin/persons",
    right: "access",
    purpose:
      "give somebody roles, and unless they have a passkey a `link` that makes one, once within a day; it is mailed too (`isMailed`). `userId` is that of the suggestion which this answers",
    input: invitePersonSchema,
    answers: [201],
    refusals: ["draw-not-found", "access-ended", "passkey-required"],
  },
  {
    call: "GET /api/admin/persons/suggestions",
    right: "access",
    purpose:
      "roles that draws of one's scope name for their users (`userRoles`) and that nobody invited as this user has; they give nothing",
  },
  {
    call: "POST /api/admin/persons/demo",
    right: "access",
    purpose: "links that sign in to the demo with each role; 404 outside demo mode",
    refusals: ["not-found", "passkey-required"],
  },
  {
    call: "POST /api/admin/persons/[personId]",
    right: "access",
    purpose:
      "give and withdraw roles; set when all access ends, and what they may refund in a day (`refundLimit`, in dollars)",
    input: changePersonSchema,
    refusals: ["person-not-found", "draw-not-found", "access-ended", "last-admin", "passkey-required"],
  },
  {
    call: "POST /api/admin/persons/[personId]/invite",
    right: "access",
    purpose: "another link, after lost passkeys; once it is used, earlier passkeys and sessions end",
    refusals: ["person-not-found", "access-ended", "passkey-required"],
  },
  {
    call: "POST /api/admin/persons/[personId]/revoke",
    right: "access",
    purpose: "end all access at once: roles, passkeys, sessions",
    refusals: ["person-not-found", "last-admin", "passkey-required"],
  },
] as const satisfies readonly RouteEntry[];

/** For signed-in people, about themselves. */
export const personCalls = [
  {
    call: "GET /api/admin/me",
    purpose:
      "who calls, with rights; of a person also roles, passkeys, sessions, and until when a passkey counts as fresh",
  },
  {
    call: "POST /api/admin/me/confirm",
    purpose: "use a passkey again: for five minutes it counts as fresh",
    input: signInSchema,
    refusals: [...signatures, "access-ended"],
  },
  {
    call: "POST /api/admin/me/passkeys/options",
    purpose: "what a browser needs to make another passkey; must be fresh",
    refusals: ["passkey-required", "passkeys-unavailable"],
  },
  {
    call: "POST /api/admin/me/passkeys",
    purpose: "add it; must be fresh",
    input: addPasskeySchema,
    answers: [201],
    refusals: [...signatures, "passkey-required"],
  },
  {
    call: "POST /api/admin/me/passkeys/[credentialId]/remove",
    purpose: "remove one, but not the last; must be fresh",
    refusals: ["passkey-required", "passkey-not-found", "last-passkey"],
  },
  {
    call: "POST /api/admin/me/sessions/[sessionId]/end",
    purpose: "end one of one's own sessions",
    refusals: ["session-not-found"],
  },
  { call: "POST /api/admin/me/sessions/end", purpose: "end all of one's own sessions, this one too" },
] as const satisfies readonly RouteEntry[];

/** Made by the console's pages before a sign-in. */
export const visitorCalls = [
  {
    call: "POST /api/admin/sign-in/options",
    purpose: "what a browser asks a passkey to sign",
    refusals: ["passkeys-unavailable"],
  },
  {
    call: "POST /api/admin/sign-in",
    purpose: "sign in with a passkey: sets the cookie of a session",
    input: signInSchema,
    refusals: [...signatures, "access-ended"],
  },
  {
    call: "POST /api/admin/sign-in/demo",
    purpose: "sign in by a link of the demo; 404 outside demo mode",
    input: demoSignInSchema,
    refusals: ["not-found", "access-ended"],
  },
  { call: "POST /api/admin/sign-out", purpose: "end this browser's session" },
  {
    call: "POST /api/admin/invitation/options",
    purpose: "what a browser needs to make the passkey of an invitation; uses nothing up",
    input: openInvitationSchema,
    refusals: invitations,
  },
  {
    call: "POST /api/admin/invitation",
    purpose: "accept an invitation, once: stores the passkey and signs in",
    input: acceptInvitationSchema,
    refusals: [...invitations, ...signatures],
  },
] as const satisfies readonly RouteEntry[];

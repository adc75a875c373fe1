import "server-only";

import type { Context } from "@/lib/context";
import { readCrockford } from "@/lib/crockford";
import type { RegistrationOptions } from "@/lib/people/passkeys/request-passkey";
import { createRegistrationOptions } from "@/lib/people/passkeys/request-passkey";
import { hashSecret, isActive } from "@/lib/people/rules";
import type { PersonRow } from "@/lib/people/store";
import { findInvitation } from "@/lib/people/store.invitations";
import { withRetry } from "@/lib/platform/db/errors";
import { refuseWrongSecret } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

export type InvitationRefusal = Refusal<"invitation-wrong" | "invitation-over" | "too-many-tries" | "access-ended">;

type OpenInvitation = { ok: true; person: PersonRow; codeHash: string };

/** Returns what a browser needs to make a passkey. Anyone with the code may call it, and the code stays valid. */
export async function openInvitation(
  ctx: Context,
  code: string,
  { ipAddress }: { ipAddress: string },
): Promise<
  | (RegistrationOptions & { person: { name: string; email: string } })
  | InvitationRefusal
  | Refusal<"passkeys-unavailable">
> {
  const found = await findOpenInvitation(ctx, code, ipAddress);
  if (!found.ok) return found;
  const { name, email } = found.person;
  const registration = await createRegistrationOptions(ctx, found.person, []);
  return registration.ok ? { ...registration, person: { name, email } } : registration;
}

export async function findOpenInvitation(
  ctx: Context,
  code: string,
  ipAddress: string,
): Promise<OpenInvitation | InvitationRefusal> {
  const codeHash = hashSecret(ctx.sealer, readCrockford(code) ?? "", "console invitation");
  const found = await withRetry(ctx, () => findInvitation(ctx.db, codeHash));
  if (!found) return refuseWrongSecret(ctx, ipAddress, "invitation", "invitation-wrong");
  const { invitation, person } = found;
  if (!isActive(person, ctx.now())) return refuse("access-ended");
  const isOpen = invitation.usedAt === null && invitation.expiresAt > ctx.now();
  return isOpen ? { ok: true, person, codeHash } : refuse("invitation-over");
}

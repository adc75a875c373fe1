import "server-only";

import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/server";
import { generateAuthenticationOptions } from "@simplewebauthn/server";
import type { Context } from "@/lib/context";
import { getPasskeyHost } from "@/lib/people/rules";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { issueChallenge } from "./issue-challenge";

/** Returns the options for signing in or confirming with a passkey. Anyone may call it, and nothing is stored. */
export async function requestSignature(
  ctx: Context,
): Promise<{ ok: true; options: PublicKeyCredentialRequestOptionsJSON } | Refusal<"passkeys-unavailable">> {
  const rpID = getPasskeyHost(ctx.checkoutHost);
  if (rpID === null) return refuse("passkeys-unavailable");
  const challenge = await withRetry(ctx, () => issueChallenge(ctx, "sign-in"));
  const options = await generateAuthenticationOptions({
    rpID,
    challenge: new Uint8Array(challenge),
    userVerification: "required",
    allowCredentials: [],
  });
  return { ok: true, options };
}

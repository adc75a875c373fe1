import "server-only";

import type { Context } from "@/lib/context";
import { readSealingKey } from "@/lib/draws/installation/open-seals";

import { lifetimesMs } from "./rules";

/** What a passkey is asked for: to sign in, or to become a key of one person. */
export type ChallengePurpose = "sign-in" | `register ${string}`;

type ChallengeContext = Pick<Context, "db" | "now" | "random" | "sealer">;

const label = "console challenge";

/**
 * Makes what an authenticator signs. Our own key proves it, its purpose and its end, so nothing is stored for callers
 * who only ask. `takeChallenge` stores what was signed, once.
 */
export async function issueChallenge(ctx: ChallengeContext, purpose: ChallengePurpose): Promise<Uint8Array> {
  const endsAtMs = ctx.now().getTime() + lifetimesMs.challenge;
  const text = `${endsAtMs}.${Buffer.from(ctx.random(16)).toString("base64url")}`;
  // Proven by the key that seals now, because every process has it, even while a later one is introduced (decision
  // 058).
  const proof = ctx.sealer.prove(`${purpose} ${text}`, label, await readSealingKey(ctx));
  return Buffer.from(`${text}.${Buffer.from(proof).toString("base64url")}`);
}

/** A challenge that this installation made. `key` is the proven part, which is the same however the rest is written. */
export type ReadChallenge = { key: string; expiresAt: Date };

/** Null for a challenge that this installation didn't make, that is for another purpose, or that has ended. */
export function readChallenge(
  ctx: Pick<ChallengeContext, "now" | "sealer">,
  challenge: string,
  purpose: ChallengePurpose,
): ReadChallenge | null {
  const written = Buffer.from(challenge, "base64url").toString();
  const [, key = "", ends = "", proof = ""] = /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(written) ?? [];
  const expiresAt = new Date(Number(ends));
  if (key === "" || expiresAt <= ctx.now()) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(proof, "base64url"), `${purpose} ${key}`, label);
  return isOurs ? { key, expiresAt } : null;
}

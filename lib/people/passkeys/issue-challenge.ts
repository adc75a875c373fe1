import "server-only";

import type { Context } from "@/lib/context";
import { readSealingKey } from "@/lib/draws/installation/open-seals";

import { lifetimesMs } from "@/lib/people/rules";

/** The registration names the id of its person. */
export type ChallengePurpose = "sign-in" | `register ${string}`;

type ChallengeContext = Pick<Context, "db" | "now" | "random" | "sealer">;

const proofLabel = "console challenge";

/**
 * Creates the challenge that an authenticator signs. A keyed proof covers purpose and expiry, so nothing is stored
 * until the challenge is used (`consumeChallenge`).
 */
export async function issueChallenge(ctx: ChallengeContext, purpose: ChallengePurpose): Promise<Uint8Array> {
  const endsAtMs = ctx.now().getTime() + lifetimesMs.challenge;
  const text = `${endsAtMs}.${Buffer.from(ctx.random(16)).toString("base64url")}`;
  // Uses the key that seals now, because every process has it even while a new key is introduced (decision 058).
  const proof = ctx.sealer.prove(`${purpose} ${text}`, proofLabel, await readSealingKey(ctx));
  return Buffer.from(`${text}.${Buffer.from(proof).toString("base64url")}`);
}

/** A challenge of this installation. `key` is its keyed part, which identifies it. */
export type ParsedChallenge = { key: string; expiresAt: Date };

/** Returns null for a challenge of another installation or purpose, or one that has expired. */
export function parseChallenge(
  ctx: Pick<ChallengeContext, "now" | "sealer">,
  challenge: string,
  purpose: ChallengePurpose,
): ParsedChallenge | null {
  const text = Buffer.from(challenge, "base64url").toString();
  const [, key = "", ends = "", proof = ""] = /^((\d{13})\.[\w-]{22})\.([\w-]{43})$/.exec(text) ?? [];
  const expiresAt = new Date(Number(ends));
  if (key === "" || expiresAt <= ctx.now()) return null;
  const isOurs = ctx.sealer.isProven(Buffer.from(proof, "base64url"), `${purpose} ${key}`, proofLabel);
  return isOurs ? { key, expiresAt } : null;
}

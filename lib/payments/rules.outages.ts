import type { Sealer } from "@/lib/platform/server/seal";

/** The key by which charges of a merchant account are counted: a digest, from which nobody reads the account. */
export function accountKeyOf({ digest }: Pick<Sealer, "digest">, merchantId: string): string {
  return Buffer.from(digest(merchantId, "merchant account").subarray(0, 12)).toString("base64url");
}

/**
 * When no further charges of a merchant account are opened: most of its `newest` charges were not answered, `fewest` of
 * them at least, among those of the last `countedSeconds`. One under way counts as not answered after `slowSeconds`:
 * the gateway has 20, so that it is neither slow nor known to be lost. Two such counts are made, of all charges and of
 * those that old: while a gateway hangs the newest tell nothing, and where it fails at once the others are late.
 */
export const outageRules = { newest: 20, fewest: 10, slowSeconds: 15, countedSeconds: 10 * 60 } as const;

/**
 * While an account is out one payer tries at a time. A trial that is not answered in `answerSeconds` shows that it is
 * not over; the next one is made `pauseSeconds` after the one before was sent, at the earliest.
 */
export const trialRules = { answerSeconds: 20, pauseSeconds: 15 } as const;

import type { Sealer } from "@/lib/platform/server/seal";

/** The key that a merchant account's charges are counted under: a digest that doesn't reveal the account. */
export function accountKeyOf({ digest }: Pick<Sealer, "digest">, merchantId: string): string {
  return Buffer.from(digest(merchantId, "merchant account").subarray(0, 12)).toString("base64url");
}

/**
 * When an account gets no further charges: most of its `newest` charges weren't answered, at least `fewest` of them,
 * among those of the last `countedSeconds`. A charge in progress counts as unanswered after `slowSeconds`: the
 * gateway's limit is 20, so it is neither merely slow nor known to be lost. There are two such counts, one of all
 * charges and one of those that old: while a gateway hangs the newest ones say nothing, and if it fails immediately the
 * others come too late.
 */
export const outageRules = { newest: 20, fewest: 10, slowSeconds: 15, countedSeconds: 10 * 60 } as const;

/**
 * While an account is out one payer tries at a time. A trial that is not answered in `answerSeconds` shows that it is
 * not over; the next one is made `pauseSeconds` after the one before was sent, at the earliest.
 */
export const trialRules = { answerSeconds: 20, pauseSeconds: 15 } as const;

import type { Sealer } from "@/lib/platform/server/seal";

/**
 * Once a payer has more than `allowedDeclines` declines, less approvals, they wait `firstWaitSeconds`, which doubles
 * with each further decline.
 */
export type DeclineRule = {
  allowedDeclines: number;
  sampleSize: number;
  firstWaitSeconds: number;
  maxWaitSeconds: number;
};

export type DeclineScope = "client" | "network" | "wide" | "device";

/**
 * A venue has far more approvals than declines. A thief without cookies is stopped after ten cards from one network.
 */
export const declineRules: Record<DeclineScope, DeclineRule> = {
  client: { allowedDeclines: 3, sampleSize: 20, firstWaitSeconds: 60, maxWaitSeconds: 15 * 60 },
  network: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  wide: { allowedDeclines: 40, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  device: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 60 },
};

/**
 * A new buyer waits `waitMs` once in two cases. In the first, most of the account's last `sampleSize` payments by new
 * buyers were declined, and there are at least `minimumSample`. In the second, more than `maxInProgress` payments of
 * their network (twice that of a wide one) are in progress, where each approval allows `perApproval` more.
 */
export const slowRules = {
  waitMs: 4000,
  sampleSize: 50,
  minimumSample: 20,
  maxInProgress: 20,
  perApproval: 2,
} as const;

/** In seconds. A decline or approval counts this long, and an unanswered payment counts as in progress as long. */
export const countedSeconds = 30 * 60;
export const inProgressSeconds = 30;

/** In ms. A browser that paid within this time counts as one that has paid before. */
export const tryRetentionMs = 46 * 60 * 60_000;

/** Refusals that say nothing about the card, because the account or connection failed, or the money was given back. */
export const faultlessRefusals = ["payment-unavailable", "payment-returned"] as const;

/** Why an attempt is not opened now. The payer waits for `seconds`. */
export type Pause =
  | { kind: "refused"; scope: DeclineScope; seconds: number }
  | { kind: "outage"; seconds: number }
  | { kind: "slowed"; scope: "merchant" | "network" };

/** A digest, so that the account is not revealed. */
export function accountKeyOf({ digest }: Pick<Sealer, "digest">, merchantId: string): string {
  return Buffer.from(digest(merchantId, "merchant account").subarray(0, 12)).toString("base64url");
}

/**
 * An account is out if most of its last `sampleSize` charges, sent within `countedSeconds`, got no answer, and these
 * are at least `minimumUnanswered`. Charges older than `slowSeconds` are also counted separately, because younger ones
 * say nothing yet while the gateway hangs.
 */
export const outageRules = { sampleSize: 20, minimumUnanswered: 10, slowSeconds: 15, countedSeconds: 10 * 60 } as const;

/** While an account is out, one payer at a time tries, at least `pauseSeconds` after the last. */
export const trialRules = { answerSeconds: 20, pauseSeconds: 15 } as const;

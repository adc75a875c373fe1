import type { Sealer } from "@/lib/platform/server/seal";

/** After `allowedDeclines` declines less approvals a payer waits `firstWaitSeconds`, doubled with each further one. */
export type DeclineRule = {
  allowedDeclines: number;
  sampleSize: number;
  firstWaitSeconds: number;
  maxWaitSeconds: number;
};

export type DeclineScope = "client" | "network" | "wide" | "device";

/**
 * A venue has far more approvals than declines; a thief without cookies is stopped after ten cards from one network.
 */
export const declineRules: Record<DeclineScope, DeclineRule> = {
  client: { allowedDeclines: 3, sampleSize: 20, firstWaitSeconds: 60, maxWaitSeconds: 15 * 60 },
  network: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  wide: { allowedDeclines: 40, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  device: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 60 },
};

/**
 * A new buyer waits `waitMs` once if most of the account's last `sampleSize` payments by new buyers were declined (and
 * there are at least `minimumSample`), or if more than `maxInProgress` payments of their network are in progress, twice
 * that for a wide one, plus `perApproval` for each approval.
 */
export const slowRules = {
  waitMs: 4000,
  sampleSize: 50,
  minimumSample: 20,
  maxInProgress: 20,
  perApproval: 2,
} as const;

/** In seconds: how long a decline or approval counts, and how long an unanswered payment counts as in progress. */
export const countedSeconds = 30 * 60;
export const inProgressSeconds = 30;

/** A browser that paid within this time has paid before. */
export const tryRetentionMs = 46 * 60 * 60_000;

/** Refusals that say nothing about the card: the account or connection failed, or the money was given back. */
export const faultlessRefusals = ["payment-unavailable", "payment-returned"] as const;

/** Why an attempt is not opened now; the payer waits for `seconds`. */
export type Pause =
  | { kind: "refused"; scope: DeclineScope; seconds: number }
  | { kind: "outage"; seconds: number }
  | { kind: "slowed"; scope: "merchant" | "network" };

/** A digest, so that the account is not revealed. */
export function accountKeyOf({ digest }: Pick<Sealer, "digest">, merchantId: string): string {
  return Buffer.from(digest(merchantId, "merchant account").subarray(0, 12)).toString("base64url");
}

/**
 * An account is out if most of its last `sampleSize` charges, sent within `countedSeconds`, got no answer, and at least
 * `minimumUnanswered`. Charges older than `slowSeconds` are also counted separately: while the gateway hangs, younger
 * ones say nothing yet.
 */
export const outageRules = { sampleSize: 20, minimumUnanswered: 10, slowSeconds: 15, countedSeconds: 10 * 60 } as const;

/** While an account is out, one payer at a time tries, at least `pauseSeconds` after the last. */
export const trialRules = { answerSeconds: 20, pauseSeconds: 15 } as const;

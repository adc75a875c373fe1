import type { Sealer } from "@/lib/platform/server/seal";

/**
 * Declines minus approvals are counted among the payer's last `sampleSize` payments. From `allowedDeclines` on, the
 * payer waits `firstWaitSeconds`, and twice as long after each further decline.
 */
export type DeclineRule = {
  allowedDeclines: number;
  sampleSize: number;
  firstWaitSeconds: number;
  maxWaitSeconds: number;
};

export type DeclineScope = "client" | "network" | "wideNetwork" | "device";

/**
 * A venue has far more approvals than declines, so its network isn't slowed down. Stolen cards tried without cookies
 * from one network are stopped after ten.
 */
export const declineRules: Record<DeclineScope, DeclineRule> = {
  client: { allowedDeclines: 3, sampleSize: 20, firstWaitSeconds: 60, maxWaitSeconds: 15 * 60 },
  network: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  wideNetwork: { allowedDeclines: 40, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  device: { allowedDeclines: 10, sampleSize: 100, firstWaitSeconds: 30, maxWaitSeconds: 60 },
};

/**
 * A new buyer waits `waitMs` once in two cases: most of the last `sampleSize` payments by new buyers on the account
 * were declined (of at least `minSampleSize`), or more than `maxInProgress` payments of their network are in progress,
 * plus `extraPerApproval` for each approval. A wide network may have twice as many.
 */
export const slowdownRules = {
  waitMs: 4000,
  sampleSize: 50,
  minSampleSize: 20,
  maxInProgress: 20,
  extraPerApproval: 2,
} as const;

/**
 * Declines and approvals older than the first don't count. An unanswered payment counts as in progress for the second.
 */
export const declineWindowSeconds = 30 * 60;
export const inProgressSeconds = 30;

/** A browser that paid within this time isn't a new buyer. */
export const paymentTryRetentionMs = 46 * 60 * 60_000;

/** Reasons that aren't about the card: the account or the connection failed, or the money was returned. */
export const nonCardRefusals = ["payment-unavailable", "payment-returned"] as const;

/** The payer must wait for `seconds` before an attempt can be opened. */
export type Pause =
  | { kind: "refused"; scope: DeclineScope; seconds: number }
  | { kind: "outage"; seconds: number }
  | { kind: "slowed"; scope: "merchant" | "network" };

/** A digest, so that no table reveals the account. */
export function createAccountKey({ digest }: Pick<Sealer, "digest">, merchantId: string): string {
  return Buffer.from(digest(merchantId, "merchant account").subarray(0, 12)).toString("base64url");
}

/**
 * An account is out if most of its last `sampleSize` charges within `windowSeconds` got no answer, and at least
 * `minimumUnanswered` did. Charges older than `minimumAgeSeconds` are also counted alone, because while the gateway
 * hangs, younger ones can't have failed yet.
 */
export const outageRules = {
  sampleSize: 20,
  minimumUnanswered: 10,
  minimumAgeSeconds: 15,
  windowSeconds: 10 * 60,
} as const;

/**
 * While an account is out, one charge at a time is let through as a trial, `pauseSeconds` after the previous one was
 * sent. A trial without an answer after `answerTimeoutSeconds` no longer blocks the next.
 */
export const trialRules = { answerTimeoutSeconds: 20, pauseSeconds: 15 } as const;

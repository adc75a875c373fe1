import type { Sealer } from "@/lib/platform/server/seal";

/**
 * Declined cards of one payer, approvals taken off: `free` of them cost nothing; from then on the payer waits
 * `firstWaitSeconds` after the last one, twice as long with each, `maxWaitSeconds` at most. Only the `newest` tries
 * count.
 */
export type DeclineRule = { free: number; newest: number; firstWaitSeconds: number; maxWaitSeconds: number };

/** Whose declines are counted: one browser's, one network's, those of the wide network around it, one tablet's. */
export type DeclineScope = "client" | "network" | "wide" | "device";

/**
 * A buyer mistypes a card twice; an arena's network has far more payments than declines, and so does a tablet, which is
 * counted on its own. Someone who drops cookies and tries cards from one network is stopped after ten.
 */
export const declineRules: Record<DeclineScope, DeclineRule> = {
  client: { free: 3, newest: 20, firstWaitSeconds: 60, maxWaitSeconds: 15 * 60 },
  network: { free: 10, newest: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  wide: { free: 40, newest: 100, firstWaitSeconds: 30, maxWaitSeconds: 5 * 60 },
  device: { free: 10, newest: 100, firstWaitSeconds: 30, maxWaitSeconds: 60 },
};

/**
 * When buyers whose browser has not paid before wait `waitMs` before they pay, once, and are never refused for it:
 * while most of the `newest` payments of such buyers at one merchant account are declines, of `fewest` at least; or
 * while more payments of their network are under way than `free`, or of the wide one than twice that, and two for each
 * that it paid.
 */
export const slowRules = { waitMs: 4000, newest: 50, fewest: 20, free: 20, perApproval: 2 } as const;

/**
 * How long a decline or an approval counts, and for how long a payment without an answer counts as under way, in
 * seconds.
 */
export const countedSeconds = 30 * 60;
export const underWaySeconds = 30;

/** For how long tries are kept, in ms: a browser that paid within this time has paid before. */
export const keptTriesMs = 46 * 60 * 60_000;

/** Refusals that say nothing of a card: the account or the connection failed, or somebody gave the money back. */
export const faultlessRefusals = ["payment-unavailable", "payment-returned"] as const;

/**
 * Why an attempt is not opened now: its payer was declined too often, or the gateway does not answer for its account,
 * and is to wait for so many seconds; or it is slowed.
 */
export type Pause =
  | { kind: "refused"; scope: DeclineScope; seconds: number }
  | { kind: "outage"; seconds: number }
  | { kind: "slowed"; scope: "merchant" | "network" };

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

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

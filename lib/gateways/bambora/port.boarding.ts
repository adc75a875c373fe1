import type { boardingStates, OnboardMerchantInput } from "./schema.boarding";

/** The state of a merchant's application (docs/bambora.md, Boarding). */
export type BoardingState = (typeof boardingStates)[number];

/**
 * What is known after asking about an application; `status` is the answer's, null without one. `unknown`: a new one was
 * sent, and may have been taken.
 */
export type BoardingOutcome =
  | { kind: "known"; applicationId: string; state: BoardingState; merchantId: string | null }
  | { kind: "refused" | "unreachable" | "unknown"; status: number | null };

/** The boarding of merchants behind a typed port. A call never throws for what the service answers or fails to. */
export type BoardingGateway = { submit: (input: OnboardMerchantInput) => Promise<BoardingOutcome> };

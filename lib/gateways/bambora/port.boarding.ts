import type { boardingStates, OnboardMerchantInput } from "./schema.boarding";

export type BoardingState = (typeof boardingStates)[number];

/** `status` is null without an answer. `unknown`: a new application was sent and may exist. */
export type BoardingOutcome =
  | { kind: "known"; applicationId: string; state: BoardingState; merchantId: string | null }
  | { kind: "refused" | "unreachable" | "unknown"; status: number | null };

/** Never throws, whatever the service answers. */
export type BoardingGateway = { submit: (input: OnboardMerchantInput) => Promise<BoardingOutcome> };

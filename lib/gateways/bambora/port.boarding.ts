import type { boardingStates, OnboardMerchantInput } from "./schema.boarding";

export type BoardingState = (typeof boardingStates)[number];

/** `status` is null without an answer. `unknown` means that a new application was sent and may exist. */
export type BoardingOutcome =
  | { kind: "known"; applicationId: string; state: BoardingState; merchantId: string | null }
  | { kind: "refused" | "unreachable" | "unknown"; status: number | null };

/** Never throws for anything that the service answers or fails to answer. */
export type BoardingGateway = { submit: (input: OnboardMerchantInput) => Promise<BoardingOutcome> };

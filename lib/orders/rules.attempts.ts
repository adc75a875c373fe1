import type { LastPaymentView } from "./rules";

/**
 * States of an attempt: `missing` is one that the gateway did not know when it was asked, `surplus` one whose money
 * came and could not become numbers, so that all of it goes back.
 */
export type AttemptState = "sent" | "unknown" | "approved" | "declined" | "missing" | "surplus";

/** An attempt's state as its buyer sees it. */
export function paymentStateOf(state: AttemptState): LastPaymentView["state"] {
  return state === "sent" || state === "unknown" ? "asking" : state;
}

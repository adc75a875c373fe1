import type { LastPaymentView } from "./rules";

/**
 * States of an attempt: `missing` is one that the gateway didn't know when it was looked up, `surplus` one whose money
 * was captured but couldn't become numbers, so all of it is refunded.
 */
export type AttemptState = "sent" | "unknown" | "approved" | "declined" | "missing" | "surplus";

/** An attempt's state as its buyer sees it. */
export function paymentStateOf(state: AttemptState): LastPaymentView["state"] {
  return state === "sent" || state === "unknown" ? "asking" : state;
}

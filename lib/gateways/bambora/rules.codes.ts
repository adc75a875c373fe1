import type { ChargeRefusal, MoneyKind, RefundRefusal } from "@/lib/gateways/payment/gateway";

/**
 * What an approval was paid with, by its code: test accounts answer from the production host and write TEST
 * (docs/bambora.md, Test accounts). A code that is left out does not make a bank's money play money.
 */
export function moneyOf(approvalCode: string | null | undefined): MoneyKind {
  return approvalCode?.trim().toUpperCase() === "TEST" ? "play" : "real";
}

/**
 * A token has expired or was used: a card's (936), or a wallet's (1195, 1196, 1198). Whether the gateway takes a
 * wallet's twice, and what it says then, is unconfirmed.
 */
const spentTokenCodes = new Set([936, 1195, 1196, 1198]);

/** Whether a token was spent, perhaps by this very payment, where the network brought it to the gateway twice. */
export function isSpentToken(code: number): boolean {
  return spentTokenCodes.has(code);
}

/**
 * Bambora's message ids that say for certain why nothing was captured (docs/bambora.md, Message codes). The details of
 * a decline are not told to buyers: they help people who test stolen cards.
 */
const refusalByCode: Record<number, ChargeRefusal> = {
  7: "declined",
  14: "card-expiry-invalid",
  26: "card-expiry-invalid",
  51: "declined",
  52: "card-number-invalid",
  158: "declined",
  214: "declined",
  215: "declined",
  217: "declined",
  218: "declined",
  311: "card-authentication-required",
  312: "card-type-unsupported",
  314: "payment-details-invalid",
  558: "declined",
  681: "card-type-unsupported",
  793: "declined",
  821: "card-security-code-wrong",
  822: "declined",
  936: "card-details-expired",
  937: "payment-unavailable",
  938: "card-authentication-required",
  944: "card-type-unsupported",
  // Of Apple Pay's token: another amount, a signature that is wrong or old, too old, another merchant's, unreadable.
  1135: "payment-details-invalid",
  1194: "payment-details-invalid",
  1195: "card-details-expired",
  1196: "card-details-expired",
  1197: "payment-unavailable",
  1198: "payment-details-invalid",
};

/**
 * Ids that mean "ask what became of it", never success and never "try again": duplicates (16, 100, 788), time-outs and
 * errors between gateway and bank (53-56, 190), and replies of queries about transactions in process (559, 560, 760).
 */
const unknownCodes = new Set([16, 53, 54, 55, 56, 100, 190, 559, 560, 760, 788]);

/**
 * What an error body means. Null means the outcome is unknown: an id that says so, a technical failure, or a duplicate.
 * The id decides before the category, the category before the status (docs/bambora.md, Errors).
 */
export function refusalOf(code: number, category: number): ChargeRefusal | null {
  if (unknownCodes.has(code)) return null;
  const known = refusalByCode[code];
  if (known) return known;
  if (category === 1) return "declined";
  if (category === 2) return "payment-unavailable";
  return category === 3 ? "payment-details-invalid" : null;
}

/** Ids by which a void is refused although the money may still be returned (docs/bambora.md, Message codes). */
const notVoidableCodes = new Set([192, 193, 198, 205, 1134]);

/** Ids that say that the money of the payment has gone back already, in part (194) or by a void (196). */
const reversalCodes = new Set([194, 196]);

/** Ids of a service that was not able to just now and did nothing: 935 says so of an adjustment. */
function isPassing(code: number): boolean {
  return code === 211 || code === 212 || code === 935 || (code >= 297 && code <= 310);
}

/** What an error body to a void or return means. Null means the outcome is unknown, as for `refusalOf`. */
export function refundRefusalOf(code: number, category: number): RefundRefusal | null {
  if (unknownCodes.has(code)) return null;
  if (notVoidableCodes.has(code)) return "refund-not-voidable";
  if (reversalCodes.has(code)) return "refund-made-elsewhere";
  if (isPassing(code)) return "refund-unavailable";
  return category >= 1 && category <= 3 ? "refund-refused" : null;
}

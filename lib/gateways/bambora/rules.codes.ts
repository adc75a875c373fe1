import type { ChargeRefusal, MoneyKind, RefundRefusal } from "@/lib/gateways/payment/port";

/**
 * Test accounts answer TEST from the production host (docs/bambora.md, Test accounts). A missing code is real money.
 */
export function readMoneyKind(approvalCode: string | null | undefined): MoneyKind {
  return approvalCode?.trim().toUpperCase() === "TEST" ? "play" : "real";
}

/**
 * The token of a card (936) or wallet has expired or was used. The bank hasn't confirmed if a wallet's token works
 * twice.
 */
const spentTokenCodes = new Set([936, 1195, 1196, 1198]);

/** If the network delivered the call twice, this very payment may have used the token. */
export function isSpentToken(code: number): boolean {
  return spentTokenCodes.has(code);
}

/**
 * Message ids that prove that nothing was captured (docs/bambora.md, Message codes). Many share one reason, because
 * details of a decline would help fraudsters test stolen cards.
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
  // Apple Pay's token is for another amount or merchant, has a wrong or old signature, has expired, or is unreadable.
  1135: "payment-details-invalid",
  1194: "payment-details-invalid",
  1195: "card-details-expired",
  1196: "card-details-expired",
  1197: "payment-unavailable",
  1198: "payment-details-invalid",
};

/**
 * Ids that need a lookup: duplicates (16, 100, 788), timeouts and errors between gateway and bank (53-56, 190), and
 * transactions in process (559, 560, 760).
 */
const unknownCodes = new Set([16, 53, 54, 55, 56, 100, 190, 559, 560, 760, 788]);

/** Null if the outcome is unknown. The id takes precedence over the category (docs/bambora.md, Errors). */
export function toChargeRefusal(code: number, category: number): ChargeRefusal | null {
  if (unknownCodes.has(code)) return null;
  const refusal = refusalByCode[code];
  if (refusal) return refusal;
  if (category === 1) return "declined";
  if (category === 2) return "payment-unavailable";
  return category === 3 ? "payment-details-invalid" : null;
}

/** Codes of payments that can't be voided but may still be returned (docs/bambora.md, Message codes). */
const notVoidableCodes = new Set([192, 193, 198, 205, 1134]);

/** Codes of payments that were already returned in part (194) or voided (196). */
const reversalCodes = new Set([194, 196]);

/** The service did nothing and may be called again. 935 is the code for adjustments. */
function isTemporary(code: number): boolean {
  return code === 211 || code === 212 || code === 935 || (code >= 297 && code <= 310);
}

/** Null if the outcome is unknown. */
export function toRefundRefusal(code: number, category: number): RefundRefusal | null {
  if (unknownCodes.has(code)) return null;
  if (notVoidableCodes.has(code)) return "refund-not-voidable";
  if (reversalCodes.has(code)) return "refund-made-elsewhere";
  if (isTemporary(code)) return "refund-unavailable";
  return category >= 1 && category <= 3 ? "refund-refused" : null;
}

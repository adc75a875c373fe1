/** Every refusal of the product with its HTTP status: the one table of both. A reason is the key of its message. */
export const refusalStatuses = {
  "malformed-json": 400,
  "idempotency-key-required": 400,
  "validation-url-invalid": 400,
  "admin-key-wrong": 401,
  "verification-session-required": 401,
  "device-required": 401,
  "app-check-required": 401,
  declined: 402,
  "card-number-invalid": 402,
  "card-expiry-invalid": 402,
  "card-security-code-wrong": 402,
  "card-type-unsupported": 402,
  "card-details-expired": 402,
  "card-authentication-required": 402,
  "payment-details-invalid": 402,
  "foreign-origin": 403,
  "admin-right-missing": 403,
  "order-corrected": 403,
  "device-revoked": 403,
  "device-incomplete": 403,
  "device-code-wrong": 403,
  "refund-not-allowed": 403,
  "refund-placed-elsewhere": 403,
  "gps-location-elsewhere": 403,
  "gps-location-border": 403,
  "ip-location-elsewhere": 403,
  "ip-location-unknown": 403,
  "ip-location-private": 403,
  "not-found": 404,
  "draw-not-found": 404,
  "order-not-found": 404,
  "line-not-found": 404,
  "device-not-found": 404,
  "method-not-allowed": 405,
  "draw-upcoming": 409,
  "draw-closed": 409,
  "sold-out": 409,
  "all-held": 409,
  "not-enough-left": 409,
  "jackpot-reached": 409,
  "second-draw-full": 409,
  "second-draw-closed": 409,
  "provider-unsupported": 409,
  "ip-source-required": 409,
  "draw-locked": 409,
  "draw-changed": 409,
  "draw-unambiguous": 409,
  "reading-chosen": 409,
  "reading-too-late": 409,
  "draw-drawn": 409,
  "order-expired": 409,
  "order-cancelled": 409,
  "order-finalized": 409,
  "order-refunded": 409,
  "order-being-paid": 409,
  "payment-not-made": 409,
  "payment-returned": 409,
  "order-not-paid": 409,
  "line-refunded": 409,
  "number-won": 409,
  "refund-under-way": 409,
  "refund-after-winner": 409,
  "refund-too-late": 409,
  "refund-numbers-used": 409,
  "refund-refused": 409,
  "refund-made-elsewhere": 409,
  "receipt-unavailable": 409,
  "details-erased": 409,
  "winner-named": 409,
  "extension-limit": 409,
  "attempt-limit": 409,
  "stored-card-used": 409,
  "apple-pay-token-used": 409,
  "amount-mismatch": 409,
  "device-code-used": 409,
  "device-code-expired": 409,
  "payment-not-open": 409,
  "payment-not-lost": 409,
  "bank-answers": 409,
  "settlement-too-early": 409,
  "transaction-taken": 409,
  "cash-taken-elsewhere": 409,
  "cash-not-accepted": 409,
  "body-too-large": 413,
  "content-type-unsupported": 415,
  "invalid-input": 422,
  "idempotency-key-reused": 422,
  "province-not-eligible": 422,
  "too-many-tickets": 422,
  "amount-above-card-limit": 422,
  "order-too-large": 422,
  "cash-too-little": 422,
  "buyer-required": 422,
  "gps-location-required": 422,
  "gps-location-coarse": 422,
  "boarding-refused": 422,
  "too-many-holds": 429,
  "too-many-unpaid": 429,
  "resend-limit": 429,
  "refund-limit": 429,
  "too-many-tries": 429,
  "too-many-codes": 429,
  "too-many-calls": 429,
  "too-many-declines": 429,
  "payment-in-progress": 202,
  "payment-unknown": 202,
  "internal-error": 500,
  "boarding-unknown": 502,
  "payment-unavailable": 503,
  "bank-not-answering": 503,
  "apple-pay-unavailable": 503,
  "boarding-unavailable": 503,
  "refund-unavailable": 503,
  "ip-location-unavailable": 503,
  "app-check-unavailable": 503,
  "service-unavailable": 503,
} as const;

/** The closed union of refusal reasons; doubles as the key of the translated message. */
export type RefusalReason = keyof typeof refusalStatuses;

/** What is wrong with one field of the input; `field` is its path, `problem` a key of its translated message. */
export type FieldProblem = { field: string; problem: FieldProblemKey };

/** The closed list of what can be wrong with a field. */
export const fieldProblemKeys = [
  "required",
  "unknown",
  "wrong-type",
  "malformed",
  "too-small",
  "too-large",
  "duplicate",
  "not-in-draw",
  "must-accept",
  "out-of-order",
  "reserved",
  "locked",
  "given-back",
  "sale-lost",
  "not-sold",
  "sold-here",
  "sold-later",
  "not-yet-drawn",
  "sales-open",
  "contradictory",
  "play-money",
  "real-money",
  "currency-mismatch",
  "not-accepted",
  "other-arguments",
  "not-in-coins",
] as const;

/** One key of `fieldProblemKeys`. */
export type FieldProblemKey = (typeof fieldProblemKeys)[number];

/**
 * An expected refusal as a value, with the reasons that a use case may give; bugs and outages are thrown instead.
 * `retryAfterSeconds` says when the same call may succeed, if that is known.
 */
export type Refusal<Reason extends RefusalReason = RefusalReason> = {
  ok: false;
  reason: Reason;
  fields?: FieldProblem[];
  retryAfterSeconds?: number;
};

export function refuse<Reason extends RefusalReason>(reason: Reason, fields?: FieldProblem[]): Refusal<Reason> {
  return fields ? { ok: false, reason, fields } : { ok: false, reason };
}

/** Builds a refusal that says after how many seconds the same call may do better; at least one. */
export function refuseFor<Reason extends RefusalReason>(reason: Reason, retryAfterSeconds: number): Refusal<Reason> {
  return { ok: false, reason, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterSeconds)) };
}

/**
 * Builds the refusal of a call that found too many waiting: it may retry soon, but not all of them at the same time.
 */
export function refuseForNow({ random }: { random: (bytes: number) => Uint8Array }): Refusal<"service-unavailable"> {
  return refuseFor("service-unavailable", 1 + ((random(1)[0] ?? 0) % 4));
}

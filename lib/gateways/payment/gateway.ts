import type { Language } from "@/lib/platform/i18n/routing";

/** Who takes card payments. The rows of payments and refunds keep it. */
export type Provider = "bambora";

/**
 * One merchant account at a provider, with what opens it. Without a reporting passcode its payments cannot be listed,
 * without a profile passcode no card be stored. Secrets: never logged, never projected.
 */
export type PaymentAccount = {
  provider: Provider;
  merchantId: string;
  passcode: string;
  reportingPasscode?: string | undefined;
  profilePasscode?: string | undefined;
};

/**
 * What a payment is made with: a single-use card token with the holder's name, an Apple Pay token for the merchant that
 * it was made for, or the first card of a payment profile.
 */
export type PaymentSource =
  | { kind: "token"; code: string; name: string }
  | { kind: "apple_pay"; merchantId: string; paymentToken: string }
  | { kind: "payment_profile"; customerCode: string };

/** One payment. */
export type ChargeRequest = {
  /** Our own unique number of the attempt, at most 30 characters. */
  orderNumber: string;
  amountCents: number;
  source: PaymentSource;
  language: Language;
  billing: Record<string, string>;
  customerAddress?: string;
};

/** Why this call captured nothing. Each is a refusal reason. */
export type ChargeRefusal =
  | "declined"
  | "card-number-invalid"
  | "card-expiry-invalid"
  | "card-security-code-wrong"
  | "card-type-unsupported"
  | "card-details-expired"
  | "card-authentication-required"
  | "payment-details-invalid"
  | "payment-unavailable";

/**
 * What was paid with: a bank's money, or that of the gateway's emulator, by which a test account pays (docs/bambora.md,
 * Test accounts).
 */
export type MoneyKind = "real" | "play";

/** An approved payment as the gateway tells it. */
export type Approval = {
  transactionId: string;
  amountCents: number;
  /** Null where a person read it in the bank's records. */
  code: string | null;
  cardType: string | null;
  lastFour: string | null;
  /** Told by the report alone: a payment itself names no currency (docs/bambora.md, Currency of an account). */
  currency?: string;
  /** Undefined where nobody asked the gateway. */
  money?: MoneyKind;
};

/**
 * What is known after asking the gateway. `unknown` means the money may or may not have moved: it is never treated as
 * a failure and never answered by a second payment (docs/design.md, Unknown outcomes).
 */
export type ChargeOutcome =
  | ({ kind: "approved" } & Approval)
  | {
      kind: "refused";
      reason: ChargeRefusal;
      code: string | null;
      transactionId: string | null;
      /** An earlier delivery of the same call may have paid: it is looked up all the same. */
      mayHavePaid?: boolean;
    }
  | { kind: "unknown"; code: string | null };

/** What a look-up tells: the payment as it is, that there is none under this id, or nothing. */
export type LookupOutcome = ChargeOutcome | { kind: "not-found" };

/** A card that is to be kept as a payment profile under a code of ours, at most 32 characters. */
export type StoreRequest = { customerCode: string; token: { code: string; name: string } };

/**
 * What is known after asking for a profile: the card that stands under the code, whoever put it there, or why none
 * does.
 */
export type StoreOutcome =
  | { kind: "stored"; cardType: string | null; lastFour: string | null }
  | { kind: "refused"; reason: ChargeRefusal; code: string | null }
  | { kind: "unknown"; code: string | null };

/** `void` undoes the whole of a payment, `return` any part of it. When each is possible the adapter says. */
export type RefundKind = "void" | "return";

/** What decides how a payment can be given back. */
export type RefundablePayment = { provider: Provider; sentAt: Date; capturedCents: number };

/** What undoes a payment; `orderNumber` is the refund's own. */
export type RefundRequest = {
  kind: RefundKind;
  /** The gateway's id of the payment. */
  transactionId: string;
  amountCents: number;
  orderNumber: string;
};

/**
 * Why nothing was given back, for certain: the payment can no longer be voided (it can be returned), the gateway was
 * not able to (later it may be), its money went back in another way, or it refuses. The last three are refusal reasons.
 */
export type RefundRefusal = "refund-not-voidable" | "refund-unavailable" | "refund-made-elsewhere" | "refund-refused";

/** What is known after asking for a refund; `unknown` means the money may or may not have gone back. */
export type RefundOutcome =
  | { kind: "done"; transactionId: string; code: string | null }
  | { kind: "refused"; reason: RefundRefusal; code: string | null }
  | { kind: "unknown"; code: string | null };

/** What was done to a payment afterwards: an approved return or void, in cents. */
export type Adjustment = { transactionId: string; kind: RefundKind; amountCents: number };

/** All that was done to a payment, as the payment itself tells it: unlike a report it does not lag. */
export type AdjustmentList =
  | { kind: "listed"; adjustments: Adjustment[] }
  | { kind: "not-found" }
  | { kind: "unknown" };

/**
 * What one row of the gateway's report did to the money; `other` moved none (a reservation on the card, a voided
 * return).
 */
export type PaymentKind = "capture" | "return" | "void" | "other";

/**
 * One row of the gateway's report, amounts in cents. `returnedCents` and `voided` are what later rows did to this one.
 */
export type ListedPayment = {
  transactionId: string;
  orderNumber: string;
  kind: PaymentKind;
  approved: boolean;
  amountCents: number;
  currency: string;
  returnedCents: number;
  voided: boolean;
  /** Null when the report tells no instant. */
  at: Date | null;
  /** Undefined where the row does not tell. */
  money?: MoneyKind | undefined;
};

/** Which payments to list: from and to are included; `cursor` is that of the page before, null or absent at first. */
export type ListRequest = { from: Date; to: Date; orderNumber?: string; cursor?: string | null };

/**
 * One page of the gateway's report, declines included; `nextCursor` asks for the next one and is null after the last.
 * A report may lag behind the money (docs/bambora.md, Reports): what it does not show is not proven to be missing.
 */
export type PaymentList =
  | { kind: "listed"; payments: ListedPayment[]; nextCursor: string | null }
  | { kind: "not-authorized" }
  | { kind: "unreachable" };

/** Whether credentials open the payments of their account; `unclear`: what was answered does not tell. */
export type CredentialsTried = "accepted" | "refused" | "unclear" | "unreachable";

/** The card payment provider behind a typed port. A call never throws for what the provider answers or fails to. */
export type PaymentGateway = {
  charge: (credentials: PaymentAccount, request: ChargeRequest) => Promise<ChargeOutcome>;
  /** With `orderNumber`, a payment under another number counts as not found. */
  readPayment: (credentials: PaymentAccount, transactionId: string, orderNumber?: string) => Promise<LookupOutcome>;
  listPayments: (credentials: PaymentAccount, request: ListRequest) => Promise<PaymentList>;
  /** How `amountCents` of a payment can be given back at `now`. */
  refundKindOf: (payment: RefundablePayment, amountCents: number, now: Date) => RefundKind;
  /** Asks once to give money back; the caller has made the refund durable before. */
  refund: (credentials: PaymentAccount, request: RefundRequest) => Promise<RefundOutcome>;
  /** A code keeps the first card that was stored under it: asking again is safe. */
  storeCard: (credentials: PaymentAccount, request: StoreRequest) => Promise<StoreOutcome>;
  listAdjustments: (credentials: PaymentAccount, transactionId: string) => Promise<AdjustmentList>;
  /** Tries the credentials without moving money. */
  tryCredentials: (credentials: PaymentAccount) => Promise<CredentialsTried>;
};

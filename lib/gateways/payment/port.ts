import type { Language } from "@/lib/platform/i18n/routing";

export type Provider = "bambora";

/**
 * These secrets are never logged or projected. The reporting passcode lists payments, the profile passcode stores
 * cards.
 */
export type PaymentAccount = {
  provider: Provider;
  merchantId: string;
  passcode: string;
  reportingPasscode?: string | undefined;
  profilePasscode?: string | undefined;
};

/** A single-use card token, an Apple Pay token made for the merchant, or the first card of a payment profile. */
export type PaymentSource =
  | { kind: "token"; code: string; name: string }
  | { kind: "apple_pay"; merchantId: string; paymentToken: string }
  | { kind: "payment_profile"; customerCode: string };

export type ChargeRequest = {
  /** Our own unique number of the attempt, at most 30 characters. */
  orderNumber: string;
  amountCents: number;
  source: PaymentSource;
  language: Language;
  billing: Record<string, string>;
  customerIp?: string;
};

/** Reasons for which this call captured nothing. */
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

/** `play` is money of the gateway's emulator, with which test accounts pay (docs/bambora.md, Test accounts). */
export type MoneyKind = "real" | "play";

export type Approval = {
  transactionId: string;
  amountCents: number;
  /** Null if an admin stated the payment. */
  code: string | null;
  cardType: string | null;
  lastFour: string | null;
  /** Only the report tells the currency (docs/bambora.md, Currency of an account). */
  currency?: string;
  /** Undefined if an admin stated the payment. */
  money?: MoneyKind;
};

/** `unknown` means that the money may have moved, so no second payment follows (docs/design.md, Unknown outcomes). */
export type ChargeOutcome =
  | ({ kind: "approved" } & Approval)
  | {
      kind: "refused";
      reason: ChargeRefusal;
      code: string | null;
      transactionId: string | null;
      /**
       * The network may have delivered the same call twice, and the first may have paid, so the payment is looked up.
       */
      mayHavePaid?: boolean;
    }
  | { kind: "unknown"; code: string | null };

export type LookupOutcome = ChargeOutcome | { kind: "not-found" };

/** The code is ours, at most 32 characters. */
export type StoreRequest = { customerCode: string; token: { code: string; name: string } };

/** `stored` has the card that is kept under the code, even if another call stored it. */
export type StoreOutcome =
  | { kind: "stored"; cardType: string | null; lastFour: string | null }
  | { kind: "refused"; reason: ChargeRefusal; code: string | null }
  | { kind: "unknown"; code: string | null };

/** `void` undoes a whole payment, `return` any part of it. The adapter decides when each is possible. */
export type RefundKind = "void" | "return";

export type RefundablePayment = { provider: Provider; sentAt: Date; capturedCents: number };

/** `orderNumber` is the refund's own. */
export type RefundRequest = {
  kind: RefundKind;
  transactionId: string;
  amountCents: number;
  orderNumber: string;
};

/** Reasons for which certainly nothing was returned. A payment that isn't voidable can be returned. */
export type RefundRefusal = "refund-not-voidable" | "refund-unavailable" | "refund-made-elsewhere" | "refund-refused";

/** With `unknown`, the money may have been returned. */
export type RefundOutcome =
  | { kind: "done"; transactionId: string; code: string | null }
  | { kind: "refused"; reason: RefundRefusal; code: string | null }
  | { kind: "unknown"; code: string | null };

/** An approved return or void. */
export type Adjustment = { transactionId: string; kind: RefundKind; amountCents: number };

/** Read from the payment itself, which doesn't lag like a report. */
export type AdjustmentList =
  | { kind: "listed"; adjustments: Adjustment[] }
  | { kind: "not-found" }
  | { kind: "unknown" };

/** `other` moved no money, such as a reservation on the card or a voided return. */
export type PaymentKind = "capture" | "return" | "void" | "other";

/** `returnedCents` and `voided` are what later rows did to this one. */
export type ListedPayment = {
  transactionId: string;
  orderNumber: string;
  kind: PaymentKind;
  approved: boolean;
  amountCents: number;
  currency: string;
  returnedCents: number;
  voided: boolean;
  /** Null if the report has no offset. */
  at: Date | null;
  money?: MoneyKind | undefined;
};

/** `from` and `to` are included. `cursor` is the previous page's `nextCursor`. */
export type ListRequest = { from: Date; to: Date; orderNumber?: string; cursor?: string | null };

/** `nextCursor` is null after the last page. A report may lag behind the money (docs/bambora.md, Reports). */
export type PaymentList =
  | { kind: "listed"; payments: ListedPayment[]; nextCursor: string | null }
  | { kind: "not-authorized" }
  | { kind: "unreachable" };

export type CredentialsCheck = "accepted" | "refused" | "unclear" | "unreachable";

/** The port of a card payment provider. A call never throws for anything that the provider does. */
export type PaymentGateway = {
  charge: (credentials: PaymentAccount, request: ChargeRequest) => Promise<ChargeOutcome>;
  /** With `orderNumber`, a payment under another number counts as not found. */
  readPayment: (credentials: PaymentAccount, transactionId: string, orderNumber?: string) => Promise<LookupOutcome>;
  listPayments: (credentials: PaymentAccount, request: ListRequest) => Promise<PaymentList>;
  chooseRefundKind: (payment: RefundablePayment, amountCents: number, now: Date) => RefundKind;
  /** The caller must have stored the refund before. */
  refund: (credentials: PaymentAccount, request: RefundRequest) => Promise<RefundOutcome>;
  /** Safe to repeat, because a code keeps the first card that was stored under it. */
  storeCard: (credentials: PaymentAccount, request: StoreRequest) => Promise<StoreOutcome>;
  listAdjustments: (credentials: PaymentAccount, transactionId: string) => Promise<AdjustmentList>;
  /** Moves no money. */
  checkCredentials: (credentials: PaymentAccount) => Promise<CredentialsCheck>;
};

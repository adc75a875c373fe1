import type { Language } from "@/lib/platform/i18n/routing";

export type Provider = "bambora";

/** Never logged or projected. The reporting passcode lists payments, the profile passcode stores cards. */
export type PaymentAccount = {
  provider: Provider;
  merchantId: string;
  passcode: string;
  reportingPasscode?: string | undefined;
  profilePasscode?: string | undefined;
};

/** A single-use card token, an Apple Pay token issued for the merchant, or the first card of a payment profile. */
export type PaymentSource =
  | { kind: "token"; code: string; name: string }
  | { kind: "apple_pay"; merchantId: string; paymentToken: string }
  | { kind: "payment_profile"; customerCode: string };

export type ChargeRequest = {
  /** Our own number of the attempt, unique, at most 30 characters. */
  orderNumber: string;
  amountCents: number;
  source: PaymentSource;
  language: Language;
  billing: Record<string, string>;
  customerIp?: string;
};

/** With these, the call captured nothing. */
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

/** `play` is money of the gateway's emulator, which test accounts use (docs/bambora.md, Test accounts). */
export type MoneyKind = "real" | "play";

export type Approval = {
  transactionId: string;
  amountCents: number;
  /** Null if an admin stated the payment. */
  code: string | null;
  cardType: string | null;
  lastFour: string | null;
  /** Only the report has the currency (docs/bambora.md, Currency of an account). */
  currency?: string;
  /** Undefined if an admin stated the payment. */
  money?: MoneyKind;
};

/** `unknown`: money may have moved, so no second payment may follow (docs/design.md, Unknown outcomes). */
export type ChargeOutcome =
  | ({ kind: "approved" } & Approval)
  | {
      kind: "refused";
      reason: ChargeRefusal;
      code: string | null;
      transactionId: string | null;
      /** The network may have delivered the call twice and the first may have paid, so the payment is looked up. */
      mayHavePaid?: boolean;
    }
  | { kind: "unknown"; code: string | null };

export type LookupOutcome = ChargeOutcome | { kind: "not-found" };

/** `customerCode` is ours, at most 32 characters. */
export type StoreRequest = { customerCode: string; token: { code: string; name: string } };

/** `stored` describes the card kept under the code, even if another call stored it. */
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

/** With these, certainly nothing was returned. A payment that isn't voidable can be returned. */
export type RefundRefusal = "refund-not-voidable" | "refund-unavailable" | "refund-made-elsewhere" | "refund-refused";

/** `unknown`: the money may have been returned. */
export type RefundOutcome =
  | { kind: "done"; transactionId: string; code: string | null }
  | { kind: "refused"; reason: RefundRefusal; code: string | null }
  | { kind: "unknown"; code: string | null };

export type Adjustment = { transactionId: string; kind: RefundKind; amountCents: number };

/** Read from the payment itself, which doesn't lag like a report. */
export type AdjustmentList =
  | { kind: "listed"; adjustments: Adjustment[] }
  | { kind: "not-found" }
  | { kind: "unknown" };

/** `other` moved no money, such as an authorization or a voided return. */
export type PaymentKind = "capture" | "return" | "void" | "other";

/** Later rows set `returnedCents` and `voided`. */
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

/** `from` and `to` are inclusive. `cursor` is the previous page's `nextCursor`. */
export type ListRequest = { from: Date; to: Date; orderNumber?: string; cursor?: string | null };

/** `nextCursor` is null after the last page. A report may lag behind the money (docs/bambora.md, Reports). */
export type PaymentList =
  | { kind: "listed"; payments: ListedPayment[]; nextCursor: string | null }
  | { kind: "not-authorized" }
  | { kind: "unreachable" };

export type CredentialsCheck = "accepted" | "refused" | "unclear" | "unreachable";

/** The port of a card payment provider. Calls never throw, whatever the provider answers. */
export type PaymentGateway = {
  charge: (credentials: PaymentAccount, request: ChargeRequest) => Promise<ChargeOutcome>;
  /** With `orderNumber`, a payment under another number counts as not found. */
  readPayment: (credentials: PaymentAccount, transactionId: string, orderNumber?: string) => Promise<LookupOutcome>;
  listPayments: (credentials: PaymentAccount, request: ListRequest) => Promise<PaymentList>;
  chooseRefundKind: (payment: RefundablePayment, amountCents: number, now: Date) => RefundKind;
  /** The caller must have stored the refund before. */
  refund: (credentials: PaymentAccount, request: RefundRequest) => Promise<RefundOutcome>;
  /** Safe to repeat, because a code keeps the first card stored under it. */
  storeCard: (credentials: PaymentAccount, request: StoreRequest) => Promise<StoreOutcome>;
  listAdjustments: (credentials: PaymentAccount, transactionId: string) => Promise<AdjustmentList>;
  /** Moves no money. */
  checkCredentials: (credentials: PaymentAccount) => Promise<CredentialsCheck>;
};

/**
 * The latest payment of an order, sent at a time in ISO. `asking`: the bank hasn't answered; `missing`: it knew of no
 * such payment when it was looked up; `surplus`: it couldn't become numbers and is refunded.
 */
export type LastPaymentView = { sentAt: string; state: "asking" | "approved" | "declined" | "missing" | "surplus" };

/**
 * The card that paid; of a wallet's card the last four are not those on the card (docs/bambora.md, Apple Pay payments).
 */
export type PaidCard = { type: string; lastFour: string; wallet?: "apple-pay" };

/**
 * States of an attempt: `missing` is one that the gateway didn't know when it was looked up, `surplus` one whose money
 * was captured but couldn't become numbers, so all of it is refunded.
 */
export type AttemptState = "sent" | "unknown" | "approved" | "declined" | "missing" | "surplus";

/** An attempt's state as its buyer sees it. */
export function paymentStateOf(state: AttemptState): LastPaymentView["state"] {
  return state === "sent" || state === "unknown" ? "asking" : state;
}

/** Where an order was sold. */
export type SaleChannel = "web" | "device";

/** How an order was paid. */
export type PaymentMethod = "card" | "apple-pay" | "cash";

/** How an attempt pays, as it is stored and on the wire. */
export type AttemptMethod = "token" | "payment_profile" | "apple_pay" | "cash";

const methods: Record<AttemptMethod, PaymentMethod> = {
  token: "card",
  payment_profile: "card",
  apple_pay: "apple-pay",
  cash: "cash",
};

/**
 * What the buyer's card statement says of an order that a card paid; null where none did, and where its draw doesn't
 * tell what (`additionalOptions.statementDescriptor`).
 */
export function cardStatementOf(
  { method, finalizedAt }: { method: PaymentMethod | null; finalizedAt: string | null },
  descriptor: string | undefined,
): string | null {
  const isByCard = finalizedAt !== null && (method === "card" || method === "apple-pay");
  return isByCard ? (descriptor ?? null) : null;
}

/** How an order was paid, by the `method` of its approved attempt; null when nothing says how. */
export function paymentMethodOf(attemptMethod: AttemptMethod | null): PaymentMethod | null {
  return (attemptMethod && methods[attemptMethod]) ?? null;
}

/** Card names by the gateway's two-letter codes (payments API, `card_type`). */
const cardNames: Record<string, string> = {
  VI: "Visa",
  MC: "Mastercard",
  AM: "American Express",
  NN: "Discover",
};

/** Cards whose brand is named differently in each language: keys of the messages `order.debitCards`. */
type DebitCard = "PV" | "MD";

function isDebitCard(type: string): type is DebitCard {
  return type === "PV" || type === "MD";
}

/**
 * A card as its owner recognizes it: `Visa •••• 1234`, or `Apple Pay (Visa)`, whose digits nobody knows. `debitName`
 * gives the name of a debit card in the reader's language.
 */
export function nameCard({ type, lastFour, wallet }: PaidCard, debitName: (type: DebitCard) => string): string {
  const name = isDebitCard(type) ? debitName(type) : (cardNames[type] ?? type);
  return wallet === "apple-pay" ? `Apple Pay (${name})` : `${name} ••••\u00a0${lastFour}`;
}

const nameLimits = { shortest: 4, longest: 64 };

/**
 * Bambora requires 4 to 64 characters beside a token (docs/bambora.md, Payment fields), and some people's names are
 * shorter.
 */
export function cardHolder(name: string): string {
  return name.trim().slice(0, nameLimits.longest).padEnd(nameLimits.shortest, ".");
}

/** `asking`: no answer yet. `missing`: lookups found no such payment. `surplus`: it is being refunded. */
export type LastPaymentView = { sentAt: string; state: "asking" | "approved" | "declined" | "missing" | "surplus" };

/** The last four digits of a wallet's card differ from those on the card (docs/bambora.md, Apple Pay payments). */
export type PaidCard = { type: string; lastFour: string; wallet?: "apple-pay" };

/** `missing`: lookups found no such payment. `surplus`: captured but refunded, because it couldn't become numbers. */
export type AttemptState = "sent" | "unknown" | "approved" | "declined" | "missing" | "surplus";

export function toPaymentState(state: AttemptState): LastPaymentView["state"] {
  return state === "sent" || state === "unknown" ? "asking" : state;
}

export type SaleChannel = "web" | "device";

export type PaymentMethod = "card" | "apple-pay" | "cash";

/** The method as it is stored and sent. */
export type AttemptMethod = "token" | "payment_profile" | "apple_pay" | "cash";

const methods: Record<AttemptMethod, PaymentMethod> = {
  token: "card",
  payment_profile: "card",
  apple_pay: "apple-pay",
  cash: "cash",
};

/** Null unless a card paid and the draw has `additionalOptions.statementDescriptor`. */
export function findCardStatement(
  { method, finalizedAt }: { method: PaymentMethod | null; finalizedAt: string | null },
  descriptor: string | undefined,
): string | null {
  const isByCard = finalizedAt !== null && (method === "card" || method === "apple-pay");
  return isByCard ? (descriptor ?? null) : null;
}

export function toPaymentMethod(attemptMethod: AttemptMethod | null): PaymentMethod | null {
  return (attemptMethod && methods[attemptMethod]) ?? null;
}

/** Names by the gateway's two-letter codes (payments API, `card_type`). */
const cardNames: Record<string, string> = {
  VI: "Visa",
  MC: "Mastercard",
  AM: "American Express",
  NN: "Discover",
};

/** Cards whose name depends on the language. The codes are keys of the messages `order.debitCards`. */
type DebitCard = "PV" | "MD";

function isDebitCard(type: string): type is DebitCard {
  return type === "PV" || type === "MD";
}

/** Returns `Visa •••• 1234` or `Apple Pay (Visa)`, since the wallet's digits aren't on the buyer's card. */
export function formatCardName({ type, lastFour, wallet }: PaidCard, debitName: (type: DebitCard) => string): string {
  const name = isDebitCard(type) ? debitName(type) : (cardNames[type] ?? type);
  return wallet === "apple-pay" ? `Apple Pay (${name})` : `${name} ••••\u00a0${lastFour}`;
}

const nameLimits = { shortest: 4, longest: 64 };

/** The gateway requires 4 to 64 characters (docs/bambora.md, Payment fields), and some names are shorter. */
export function toCardHolderName(name: string): string {
  return name.trim().slice(0, nameLimits.longest).padEnd(nameLimits.shortest, ".");
}

export const maxTransactionIdLength = 20;

/** As the bank's records show a transaction number. */
export const transactionIdPattern = new RegExp(`^\\d{4,${maxTransactionIdLength}}$`);

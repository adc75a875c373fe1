import { createHash } from "node:crypto";
import type { Account } from "@/sandbox/accounts";
import { getCardType, isCardNumber } from "@/sandbox/card-number";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { profileKey } from "@/sandbox/sandbox-state";
import type { TokenizedCard } from "@/sandbox/token-vault";
import type { LedgerCard } from "@/sandbox/transaction";
import { localTime } from "@/sandbox/zoned-time";
import { GatewayError } from "./gateway-error";
import type { PaymentOrder } from "./read-payment";
import { takeWalletCard } from "./wallet-token";

export type PayingCard = TokenizedCard & { name: string };

/** Spends the card's token. Refuses with 936 (bad token), 937 (service down) and 800 (unknown profile). */
export function payingCard(state: SandboxState, account: Account, order: PaymentOrder): PayingCard | null {
  const { method, amountCents, billing } = order;
  if (method.kind === "card") return method;
  if (method.kind === "payment_profile") return storedCard(state, profileKey(account.merchantId, method.customerCode));
  if (method.kind === "apple_pay")
    return { ...takeWalletCard(state, { ...method, amountCents }), name: billing.name ?? "" };
  if (method.kind !== "token") return null;
  if (state.settings.tokenService === "down") throw new GatewayError(937);
  const card = state.tokens.take(method.code, state.now());
  if (card === null) throw new GatewayError(936);
  return { ...card, name: method.name };
}

/** Refuses a wrong number (52), a wrong expiry (14) and a past one (26). A card expires at the end of its month. */
export function checkCard(card: PayingCard, account: Account, nowMs: number): void {
  if (!isCardNumber(card.number) || getCardType(card.number) === "") throw new GatewayError(52);
  const month = Number(card.expiryMonth);
  if (!/^\d{1,2}$/.test(card.expiryMonth) || !/^\d{2}$/.test(card.expiryYear) || month < 1 || month > 12)
    throw new GatewayError(14);
  const thisMonth = localTime(nowMs, account.timeZone).slice(2, 7);
  if (`${card.expiryYear}-${String(month).padStart(2, "0")}` < thisMonth) throw new GatewayError(26);
}

/** Compares cards without storing their numbers. */
export function fingerprintCard(number: string): string {
  return createHash("sha256").update(`sandbox card ${number}`).digest("hex").slice(0, 16);
}

export function ledgerCard(card: PayingCard, order: PaymentOrder): LedgerCard {
  const type = getCardType(card.number);
  return {
    type,
    lastFour: card.number.slice(-4),
    bin: card.number.slice(0, 6),
    owner: card.name,
    expiryMonth: card.expiryMonth.padStart(2, "0"),
    expiryYear: card.expiryYear,
    fingerprint: fingerprintCard(card.number),
    cvdResult: securityCodeResult(card, type),
    avs: verifyBillingAddress(order),
  };
}

function storedCard(state: SandboxState, key: string): PayingCard {
  const card = state.profiles.get(key);
  if (card === undefined) throw new GatewayError(800);
  return card;
}

function verifyBillingAddress({ billing }: PaymentOrder): LedgerCard["avs"] {
  const street = billing.address_line1 ?? "";
  const postal = (billing.postal_code ?? "").replaceAll(" ", "").toUpperCase();
  if (street === "" && postal === "")
    return { id: "U", message: "Address information is unavailable.", processed: false, street: false, postal: false };
  const isMatch = street.toLowerCase() === "2659 douglas st" && postal === "V8T4M3";
  const message = isMatch ? "Street address and Postal/ZIP match." : "Street address and Postal/ZIP do not match.";
  return { id: isMatch ? "Y" : "N", message, processed: true, street: isMatch, postal: isMatch };
}

// 1 is a match, 2 a mismatch, and 5 no code, as in a recorded reply. It is unconfirmed that a mismatch declines
// nothing.
function securityCodeResult(card: PayingCard, cardType: string): number {
  if (card.cvd === "") return 5;
  return card.cvd === (cardType === "AM" ? "1234" : "123") ? 1 : 2;
}

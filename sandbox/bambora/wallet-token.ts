import type { SandboxState } from "@/sandbox/sandbox-state";
import type { TokenizedCard } from "@/sandbox/token-vault";
import { GatewayError } from "./gateway-error";
import type { JsonObject } from "./read-json";
import { isObject } from "./read-json";

/** What a payment says of its wallet token. */
export type WalletClaim = { token: string; merchantId: string; amountCents: number };

/** What Apple encrypts for the gateway; here it lies open in `data`, under the names that Apple gives it. */
type WalletData = { id: string; number: string; expiry: string; amountCents: unknown; merchantId: unknown };

function parseObject(base64: unknown): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(base64), "base64").toString("utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

// 1194 for a signature that is missing, 1198 for anything else that is wrong with the form: our reading of payments 1.7.
function readToken(token: string): WalletData {
  const { version, data, signature, header } = parseObject(token);
  const { transactionId: id } = isObject(header) ? header : {};
  if (version !== "EC_v1" || typeof id !== "string" || id === "") throw new GatewayError(1198);
  if (typeof signature !== "string" || signature === "") throw new GatewayError(1194);
  const {
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: expiry,
    transactionAmount: amountCents,
    merchantIdentifier: merchantId,
  } = parseObject(data);
  const isCard = typeof number === "string" && typeof expiry === "string" && /^\d{6}$/.test(expiry);
  if (!isCard) throw new GatewayError(1198);
  return { id, number, expiry, amountCents, merchantId };
}

/** The number of the card behind a wallet token, for faults that match it; undefined when it cannot be read. */
export function walletCardNumber(token: string): string | undefined {
  try {
    return readToken(token).number;
  } catch {
    return undefined;
  }
}

/**
 * The card behind a wallet token, which is spent by it. Refuses with 1198 (unreadable, or spent before: whether Bambora
 * takes a token twice is unconfirmed), 1194, 1197 (another merchant's) and 1135 (made for another amount).
 */
export function takeWalletCard(state: SandboxState, { token, merchantId, amountCents }: WalletClaim): TokenizedCard {
  const wallet = readToken(token);
  if (wallet.merchantId !== merchantId) throw new GatewayError(1197);
  if (wallet.amountCents !== amountCents) throw new GatewayError(1135);
  if (state.spentWalletTokens.has(wallet.id)) throw new GatewayError(1198);
  state.spentWalletTokens.add(wallet.id);
  return {
    number: wallet.number,
    expiryYear: wallet.expiry.slice(0, 2),
    expiryMonth: wallet.expiry.slice(2, 4),
    cvd: "",
  };
}

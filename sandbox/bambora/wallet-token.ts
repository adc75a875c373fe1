import type { SignedParts } from "@/sandbox/apple/wallet-signature";
import { isSignedToken } from "@/sandbox/apple/wallet-signature";
import type { SandboxState } from "@/sandbox/sandbox-state";
import type { TokenizedCard } from "@/sandbox/token-vault";
import { GatewayError } from "./gateway-error";
import type { JsonObject } from "./read-json";
import { isObject } from "./read-json";

export type WalletClaim = { token: string; merchantId: string; amountCents: number };

/** The data that Apple encrypts for the gateway, unencrypted here, under Apple's names. */
type WalletData = {
  signature: string;
  signed: SignedParts;
  number: string;
  expiry: string;
  amountCents: unknown;
  merchantId: unknown;
};

/** For faults that match a card. Undefined if the token can't be read. */
export function walletCardNumber(token: string): string | undefined {
  try {
    return readToken(token).number;
  } catch {
    return undefined;
  }
}

/** Refuses with 1198 (unreadable, or spent: unconfirmed), 1194 (authority), 1197 (merchant) and 1135 (amount). */
export function takeWalletCard(state: SandboxState, { token, merchantId, amountCents }: WalletClaim): TokenizedCard {
  const wallet = readToken(token);
  const { transactionId } = wallet.signed;
  const roots = [state.walletAuthority.certificate, ...state.settings.walletRoots];
  if (!isSignedToken(wallet.signature, wallet.signed, roots)) throw new GatewayError(1194);
  if (wallet.merchantId !== merchantId) throw new GatewayError(1197);
  if (wallet.amountCents !== amountCents) throw new GatewayError(1135);
  if (state.spentWalletTokens.has(transactionId)) throw new GatewayError(1198);
  state.spentWalletTokens.add(transactionId);
  return {
    number: wallet.number,
    expiryYear: wallet.expiry.slice(0, 2),
    expiryMonth: wallet.expiry.slice(2, 4),
    cvd: "",
  };
}

function parseObject(base64: unknown): JsonObject {
  try {
    const value: unknown = JSON.parse(Buffer.from(String(base64), "base64").toString("utf8"));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}

// 1194 for a bad signature and 1198 for any other error of form are assumptions (docs/bambora.md, Message codes).
function readToken(token: string): WalletData {
  const { version, data, signature, header } = parseObject(token);
  const { transactionId, ephemeralPublicKey } = isObject(header) ? header : {};
  const isHeader = typeof transactionId === "string" && transactionId !== "" && typeof ephemeralPublicKey === "string";
  if (version !== "EC_v1" || !isHeader || typeof data !== "string") throw new GatewayError(1198);
  if (typeof signature !== "string" || signature === "") throw new GatewayError(1194);
  const {
    applicationPrimaryAccountNumber: number,
    applicationExpirationDate: expiry,
    transactionAmount: amountCents,
    merchantIdentifier: merchantId,
  } = parseObject(data);
  const isCard = typeof number === "string" && typeof expiry === "string" && /^\d{6}$/.test(expiry);
  if (!isCard) throw new GatewayError(1198);
  return { signature, signed: { ephemeralPublicKey, data, transactionId }, number, expiry, amountCents, merchantId };
}

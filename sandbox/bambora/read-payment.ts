import type { Account } from "@/sandbox/accounts";
import type { ErrorDetail } from "./gateway-error";
import { GatewayError } from "./gateway-error";
import { readContact } from "./read-contact";
import type { JsonObject } from "./read-json";
import { isObject } from "./read-json";

/** If `complete` is false, the money is only authorized. */
export type PaymentMethod =
  | { kind: "token"; code: string; name: string; complete: boolean }
  | {
      kind: "card";
      name: string;
      number: string;
      expiryMonth: string;
      expiryYear: string;
      cvd: string;
      complete: boolean;
    }
  | { kind: "payment_profile"; customerCode: string; complete: boolean }
  | { kind: "apple_pay"; merchantId: string; token: string; complete: boolean }
  | { kind: "cash" | "cheque" };

/** A valid payment request, in cents. Without an `orderNumber`, the transaction's id is used. */
export type PaymentOrder = {
  orderNumber: string | null;
  amountCents: number;
  method: PaymentMethod;
  comments: string;
  customerIp: string;
  custom: Record<string, string>;
  billing: Record<string, string>;
  shipping: Record<string, string>;
};

/** Converts dollars to cents. Refuses with 191 unless above zero, below a trillion, and with at most two decimals. */
export function readAmount(value: unknown): number {
  if (typeof value !== "number" || !Number.isFinite(value)) throw new GatewayError(191);
  const cents = Math.round(value * 100);
  if (cents <= 0 || cents > 1e14 || Math.abs(value * 100 - cents) > 1e-6 * Math.max(1, cents))
    throw new GatewayError(191);
  return cents;
}

/** At most 30 characters without spaces. Null if absent. Refuses with 202. */
export function readOrderNumber(value: unknown): string | null {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || !/^\S{1,30}$/.test(value)) throw new GatewayError(202);
  return value;
}

/** Refuses with 191 or 22 (amount), 202 (order number), 681 (method) and 314 (docs/bambora.md, Payment fields). */
export function readPayment(body: JsonObject, account: Account): PaymentOrder {
  const details: ErrorDetail[] = [];
  const order: PaymentOrder = {
    amountCents: readAmount(body.amount),
    orderNumber: readOrderNumber(body.order_number),
    method: readMethod(body, details),
    comments: readText(body, "comments", [0, 256], details),
    customerIp: readText(body, "customer_ip", [0, 30], details),
    custom: readCustom(body, details),
    billing: readContact(body, "billing", details),
    shipping: readContact(body, "shipping", details),
  };
  readText(body, "language", [0, 3], details);
  if (details.length > 0) throw new GatewayError(314, details);
  if (order.amountCents > account.maximumAmountCents) throw new GatewayError(22);
  return order;
}

function readText(source: JsonObject, path: string, lengths: [number, number], details: ErrorDetail[]): string {
  const key = path.slice(path.lastIndexOf(":") + 1);
  const value = source[key] ?? "";
  const [shortest, longest] = lengths;
  if (typeof value === "string" && value.length >= shortest && value.length <= longest) return value;
  details.push({ field: path, message: `Invalid ${key}` });
  return "";
}

function readComplete(source: JsonObject, path: string, otherwise: boolean, details: ErrorDetail[]): boolean {
  const value = source.complete ?? otherwise;
  if (typeof value === "boolean") return value;
  details.push({ field: `${path}:complete`, message: "Invalid complete" });
  return otherwise;
}

function readCard(card: JsonObject, details: ErrorDetail[]): PaymentMethod {
  return {
    kind: "card",
    name: readText(card, "card:name", [1, 64], details),
    number: readText(card, "card:number", [1, 20], details),
    expiryMonth: readText(card, "card:expiry_month", [1, 2], details),
    expiryYear: readText(card, "card:expiry_year", [2, 2], details),
    cvd: card.cvd === undefined ? "" : readText(card, "card:cvd", [3, 4], details),
    complete: readComplete(card, "card", true, details),
  };
}

// Without `complete: true`, a token only pre-authorises, unlike a card (docs/bambora.md, Capture of a payment).
function readToken(token: JsonObject, details: ErrorDetail[]): PaymentMethod {
  return {
    kind: "token",
    code: readText(token, "token:code", [1, 40], details),
    name: readText(token, "token:name", [4, 64], details),
    complete: readComplete(token, "token", false, details),
  };
}

// `complete` defaults to true (docs/bambora.md, Apple Pay payments). Decrypted tokens aren't supported.
function readWallet(wallet: JsonObject, details: ErrorDetail[]): PaymentMethod {
  if (wallet.passthrough === true) throw new GatewayError(681);
  return {
    kind: "apple_pay",
    merchantId: readText(wallet, "apple_pay:apple_pay_merchant_id", [1, 255], details),
    token: readText(wallet, "apple_pay:payment_token", [1, 32_768], details),
    complete: readComplete(wallet, "apple_pay", true, details),
  };
}

// In this sandbox, a profile has one card.
function readProfile(profile: JsonObject, details: ErrorDetail[]): PaymentMethod {
  if ((profile.card_id ?? 1) !== 1) details.push({ field: "payment_profile:card_id", message: "Invalid card_id" });
  return {
    kind: "payment_profile",
    customerCode: readText(profile, "payment_profile:customer_code", [1, 32], details),
    complete: readComplete(profile, "payment_profile", true, details),
  };
}

const readers = { card: readCard, token: readToken, apple_pay: readWallet, payment_profile: readProfile };

function readMethod(body: JsonObject, details: ErrorDetail[]): PaymentMethod {
  const kind = body.payment_method;
  if (kind === "cash" || kind === "cheque") return { kind };
  // Other wallets aren't enabled for these accounts (681).
  if (kind === "google_pay" || kind === "3d_secure_token" || kind === "processor_token") throw new GatewayError(681);
  if (kind !== "card" && kind !== "token" && kind !== "apple_pay" && kind !== "payment_profile")
    throw new GatewayError(314, [{ field: "payment_method", message: "Invalid payment_method" }]);
  const source = body[kind];
  if (!isObject(source)) throw new GatewayError(314, [{ field: kind, message: `Missing ${kind}` }]);
  return readers[kind](source, details);
}

function readCustom(body: JsonObject, details: ErrorDetail[]): Record<string, string> {
  const custom = isObject(body.custom) ? body.custom : {};
  return Object.fromEntries(
    ["ref1", "ref2", "ref3", "ref4", "ref5"].map((key) => [key, readText(custom, `custom:${key}`, [0, 256], details)]),
  );
}

import { getCardType } from "@/sandbox/card-number";
import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { profileKey } from "@/sandbox/sandbox-state";
import { authorizeCall } from "./authorize-call";
import { GatewayError } from "./gateway-error";
import { checkCard } from "./paying-card";
import { isObject, readJson } from "./read-json";

/** Refuses with 17 for a used customer code (unconfirmed), 936 and 937 for the token, 52, 14 and 26 for the card. */
export function createProfile(state: SandboxState, call: Call): Reply {
  const account = authorizeCall(call, "profiles");
  const { customer_code: code, token } = readJson(call);
  const customerCode = readCustomerCode(code);
  if (!isObject(token) || typeof token.code !== "string" || typeof token.name !== "string" || token.name.length < 4)
    throw new GatewayError(314, [{ field: "token", message: "Invalid token" }]);
  const key = profileKey(account.merchantId, customerCode);
  if (state.profiles.has(key)) throw new GatewayError(17);
  if (state.settings.tokenService === "down") throw new GatewayError(937);
  const tokenCard = state.tokens.take(token.code, state.now());
  if (tokenCard === null) throw new GatewayError(936);
  const card = { ...tokenCard, name: token.name };
  checkCard(card, account, state.now());
  state.profiles.set(key, { ...card, cvd: "" });
  return jsonReply(200, { code: 1, message: "Operation Successful", customer_code: customerCode });
}

/** GET /v1/profiles/{id}. The card number is masked. Refuses with 559 (HTTP 404) if there is none. */
export function readProfile(state: SandboxState, call: Call, customerCode: string): Reply {
  const account = authorizeCall(call, "profiles");
  const card = state.profiles.get(profileKey(account.merchantId, decodeURIComponent(customerCode)));
  if (card === undefined) throw new GatewayError(559);
  const number = `${card.number.slice(0, 6)}XXXXXX${card.number.slice(-4)}`;
  const { name, expiryMonth: expiry_month, expiryYear: expiry_year } = card;
  return jsonReply(200, {
    code: 1,
    message: "Operation Successful",
    customer_code: customerCode,
    card: { name, number, expiry_month, expiry_year, card_type: getCardType(card.number) },
  });
}

function readCustomerCode(value: unknown): string {
  if (typeof value === "string" && /^\S{1,32}$/.test(value)) return value;
  throw new GatewayError(314, [{ field: "customer_code", message: "Invalid customer_code" }]);
}

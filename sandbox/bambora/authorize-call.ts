import { timingSafeEqual } from "node:crypto";
import type { Account, PasscodeFamily } from "@/sandbox/accounts";
import { accounts } from "@/sandbox/accounts";
import type { Call } from "@/sandbox/http/exchange";
import { GatewayError } from "./gateway-error";

/** Refuses with 317 (HTTP 401), or 209 (HTTP 403) for a disabled account (docs/bambora.md, Hosts and passcodes). */
export function authorizeCall(call: Call, family: PasscodeFamily): Account {
  const encoded = /^Passcode ([A-Za-z0-9+/]+={0,2})$/.exec(call.headers.authorization ?? "")?.[1];
  if (encoded === undefined) throw new GatewayError(317);
  const [merchantId = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const account = accounts.get(merchantId);
  if (account === undefined || !isSame(account.passcodes[family], rest.join(":"))) throw new GatewayError(317);
  if (account.status === "disabled") throw new GatewayError(209);
  return account;
}

function isSame(left: string, right: string): boolean {
  const leftBytes = Buffer.from(left);
  const rightBytes = Buffer.from(right);
  return leftBytes.length === rightBytes.length && timingSafeEqual(leftBytes, rightBytes);
}

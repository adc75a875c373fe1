import type { Call, Reply } from "@/sandbox/http/exchange";
import { jsonReply } from "@/sandbox/http/exchange";
import type { SandboxState } from "@/sandbox/sandbox-state";
import { httpErrorReply } from "./gateway-error";
import { readJson } from "./read-json";

/** Even a bad card gets a token, because it is checked when it pays (docs/bambora.md, Card tokens). */
export function createToken(state: SandboxState, call: Call): Reply {
  const body = readJson(call);
  if (state.settings.tokenService === "down") return httpErrorReply(503, "Single use token service unavailable");
  const card = {
    number: toText(body.number),
    expiryMonth: toText(body.expiry_month),
    expiryYear: toText(body.expiry_year),
    cvd: toText(body.cvd),
  };
  return jsonReply(200, { token: state.tokens.issue(card, state.now()), code: "1", version: "1", message: "" });
}

function toText(value: unknown): string {
  return typeof value === "string" || typeof value === "number" ? String(value).replaceAll(/[\s-]/g, "") : "";
}

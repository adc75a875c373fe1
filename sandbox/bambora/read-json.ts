import type { Call } from "@/sandbox/http/exchange";
import { GatewayError } from "./gateway-error";

/** A JSON object of unknown shape. */
export type JsonObject = Record<string, unknown>;

/** Whether `value` is an object and no list. */
export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The JSON object in a call's body. Refuses with 49 what is no JSON object. */
export function readJson(call: Call): JsonObject {
  try {
    const value: unknown = JSON.parse(call.body);
    if (isObject(value)) return value;
  } catch {
    // Answered below: a body that is no JSON and a JSON that is no object are the same mistake.
  }
  throw new GatewayError(49);
}

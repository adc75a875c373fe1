import type { Call } from "@/sandbox/http/exchange";
import { GatewayError } from "./gateway-error";

export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Refuses with 49 unless the body is a JSON object. */
export function readJson(call: Call): JsonObject {
  try {
    const value: unknown = JSON.parse(call.body);
    if (isObject(value)) return value;
  } catch {
    // Refused below, like JSON that isn't an object.
  }
  throw new GatewayError(49);
}

import type { Refusal } from "./reasons";
import { refuse } from "./reasons";

/** Reads the `Idempotency-Key` header: 16 to 128 visible characters. Refusal: `idempotency-key-required`. */
export function idempotencyKeyOf(headers: Headers): { ok: true; value: string } | Refusal {
  const value = headers.get("idempotency-key");
  return value && /^[\x21-\x7e]{16,128}$/.test(value) ? { ok: true, value } : refuse("idempotency-key-required");
}

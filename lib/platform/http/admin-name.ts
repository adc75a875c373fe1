import type { Refusal } from "./reasons";
import { refuse } from "./reasons";

/** What a person can be called on one line: nothing that controls, marks a direction or shows as nothing. */
const shape = /^[^\p{C}\p{Zl}\p{Zp}]{1,80}$/u;

function decode(text: string): string {
  try {
    return decodeURIComponent(text).trim();
  } catch {
    return "";
  }
}

/**
 * The name that an admin's command sends for the person running it, percent-encoded in `X-Admin-Name`; none without the
 * header. It isn't proven. Refusal: `invalid-input`.
 */
export function readAdminName(headers: Headers): { ok: true; name?: string } | Refusal {
  const told = headers.get("x-admin-name");
  if (told === null) return { ok: true };
  const name = decode(told);
  const isName = shape.test(name) && /[\p{L}\p{N}]/u.test(name);
  return isName ? { ok: true, name } : refuse("invalid-input", [{ field: "X-Admin-Name", problem: "malformed" }]);
}

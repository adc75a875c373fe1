import type { Refusal } from "./reasons";
import { refuse } from "./reasons";

/** What a person can be called on one line: nothing that controls, marks a direction or shows as nothing. */
const shape = /^[^\p{C}\p{Zl}\p{Zp}]{1,80}$/u;

/** How the audit log names a named key (decision 058): that one is proven, so nobody may claim to be it. */
const proven = /^\s*key\s*:/i;

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
  const field = "X-Admin-Name";
  const isName = shape.test(name) && /[\p{L}\p{N}]/u.test(name);
  if (!isName) return refuse("invalid-input", [{ field, problem: "malformed" }]);
  return proven.test(name) ? refuse("invalid-input", [{ field, problem: "reserved" }]) : { ok: true, name };
}

import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Actor } from "./actor";
import type { AccessScope, NeededRight, Right } from "./rights";
import { computeAccessScope } from "./rights";

/** `admin-right-missing` names the right as a field. */
export type AdminRefusal = "admin-key-wrong" | "admin-right-missing" | "passkey-required";

/** Returns the scopes in which an admin has one of the rights. It refuses if there are none. */
export function authorizeAdmin(
  actor: Actor,
  needed: NeededRight,
): { ok: true; accessScope: AccessScope } | Refusal<AdminRefusal> {
  if (actor.kind !== "admin") return refuse("admin-key-wrong");
  const accessScope = computeAccessScope(actor.grants, needed);
  return accessScope === null ? refuseMissingRight(needed) : { ok: true, accessScope };
}

/** Like `authorizeAdmin`, but a person also needs a fresh passkey. */
export function authorizeWithFreshPasskey(actor: Actor, needed: NeededRight): ReturnType<typeof authorizeAdmin> {
  const found = authorizeAdmin(actor, needed);
  return (found.ok && checkFreshPasskey(actor)) || found;
}

/** For calls that concern all draws: refuses unless the right holds everywhere. */
export function authorizeEverywhere(actor: Actor, right: Right): Refusal<AdminRefusal> | null {
  const found = authorizeAdmin(actor, right);
  if (!found.ok) return found;
  return found.accessScope === "everything" ? null : refuseMissingRight(right);
}

/** Refunds, tablets, credentials and buyers' data need a fresh passkey. Admin keys have none and pass. */
export function checkFreshPasskey(actor: Actor): Refusal<"passkey-required"> | null {
  const person = actor.kind === "admin" || actor.kind === "verifier" ? actor.person : undefined;
  return person?.isFresh === false ? refuse("passkey-required") : null;
}

export function refuseMissingRight(needed: NeededRight): Refusal<"admin-right-missing"> {
  return refuse("admin-right-missing", [{ field: [needed].flat()[0] ?? "", problem: "required" }]);
}

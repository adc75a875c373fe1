import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Actor } from "./actor";
import type { NeededRight, Reach, Right } from "./rights";
import { computeReach } from "./rights";

/** `admin-right-missing` names the right as a field. */
export type AdminRefusal = "admin-key-wrong" | "admin-right-missing" | "passkey-required";

/** Returns the scopes in which an admin has one of the rights. It refuses if there are none. */
export function findReach(actor: Actor, needed: NeededRight): { ok: true; reach: Reach } | Refusal<AdminRefusal> {
  if (actor.kind !== "admin") return refuse("admin-key-wrong");
  const reach = computeReach(actor.grants, needed);
  return reach === null ? refuseRight(needed) : { ok: true, reach };
}

/** Like `findReach`, but a person also needs a fresh passkey. */
export function findChangeReach(actor: Actor, needed: NeededRight): ReturnType<typeof findReach> {
  const found = findReach(actor, needed);
  return (found.ok && refuseWithoutFreshPasskey(actor)) || found;
}

/** For calls that concern all draws: refuses unless the right holds everywhere. */
export function refuseAdmin(actor: Actor, right: Right): Refusal<AdminRefusal> | null {
  const found = findReach(actor, right);
  if (!found.ok) return found;
  return found.reach === "everything" ? null : refuseRight(right);
}

/** Refunds, tablets, credentials and buyers' data need a fresh passkey. Admin keys have none and pass. */
export function refuseWithoutFreshPasskey(actor: Actor): Refusal<"passkey-required"> | null {
  const person = actor.kind === "admin" || actor.kind === "verifier" ? actor.person : undefined;
  return person?.isFresh === false ? refuse("passkey-required") : null;
}

export function refuseRight(needed: NeededRight): Refusal<"admin-right-missing"> {
  return refuse("admin-right-missing", [{ field: [needed].flat()[0] ?? "", problem: "required" }]);
}

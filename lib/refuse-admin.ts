import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Actor } from "./actor";
import type { Right } from "./rights";

/** `admin-right-missing` names the right as a field. */
export type AdminRefusal = "admin-key-wrong" | "admin-right-missing";

export function refuseAdmin(actor: Actor, right: Right): Refusal<AdminRefusal> | null {
  if (actor.kind !== "admin") return refuse("admin-key-wrong");
  const { grants } = actor;
  const mayAct = grants === "all" || grants.some(({ rights }) => rights.includes(right));
  return mayAct ? null : refuse("admin-right-missing", [{ field: right, problem: "required" }]);
}

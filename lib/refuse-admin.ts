import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { Actor } from "./actor";
import type { NeededRight } from "./admin-rights";

/**
 * Refuses everybody but an admin whose key has the right. Refusals: `admin-key-wrong`, and `admin-right-missing`, which
 * names the right as a field.
 */
export function refuseAdmin(actor: Actor, right: NeededRight): Refusal | null {
  if (actor.kind !== "admin") return refuse("admin-key-wrong");
  const { rights } = actor;
  const mayAct = rights === "all" || rights.some((each) => each === right);
  return mayAct ? null : refuse("admin-right-missing", [{ field: right, problem: "required" }]);
}

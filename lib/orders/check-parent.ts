import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";

/**
 * Whether the caller may see what is sold in a draw: a device only in its parent's draws, anyone else in all. This rule
 * exists only here; a refusal must not distinguish a foreign draw or order from an unknown one.
 */
export async function checkParent({ db, actor }: Pick<Context, "db" | "actor">, drawId: string): Promise<boolean> {
  if (actor.kind !== "device") return true;
  return idSchema.safeParse(drawId).success && (await readParentId(db, drawId)) === actor.parentId;
}

import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { readParentId } from "@/lib/draws/store";

/**
 * Whether whoever acts may know what is sold in a draw: a device in the draws of its parent alone, anybody else in all.
 * The one place of this rule; a refusal must not tell a foreign draw or order from an unknown one.
 */
export async function checkParent({ db, actor }: Pick<Context, "db" | "actor">, drawId: string): Promise<boolean> {
  if (actor.kind !== "device") return true;
  return idSchema.safeParse(drawId).success && (await readParentId(db, drawId)) === actor.parentId;
}

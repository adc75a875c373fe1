import "server-only";

import type { Context } from "@/lib/context";

import { secretsLabel } from "./rules.secrets";
import type { ApiKeys } from "./schema";
import { readSealedKeys } from "./store";

/** A draw's Bambora credentials in the clear with the most one payment may be, in dollars; null when it has none. */
export async function readCredentials(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
): Promise<NonNullable<ApiKeys["bambora"]> | null> {
  const sealed = await readSealedKeys(ctx.db, drawId);
  if (!sealed) return null;
  // What was sealed had passed the schema, and the seal proves that it is the same.
  const keys = JSON.parse(ctx.sealer.open(sealed, secretsLabel(drawId))) as ApiKeys;
  return keys.bambora ?? null;
}

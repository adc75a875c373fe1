import "server-only";

import type { Context } from "@/lib/context";

import { secretsLabel } from "./rules.secrets";
import type { ApiKeys } from "./schema";
import { readSealedKeys } from "./store";

type Credentials = NonNullable<ApiKeys["bambora"]>;

/**
 * A draw's Bambora credentials in the clear with the most one payment may be, in dollars; null when it has none. With
 * `toCharge` also null when its account was found unfit: what was paid there before is still asked for and given back.
 */
export async function readCredentials(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { toCharge = false } = {},
): Promise<Credentials | null> {
  const stored = await readSealedKeys(ctx.db, drawId);
  if (!stored || (toCharge && stored.unfitReason !== null)) return null;
  // What was sealed had passed the schema, and the seal proves that it is the same.
  const keys = JSON.parse(ctx.sealer.open(stored.sealed, secretsLabel(drawId))) as ApiKeys;
  return keys.bambora ?? null;
}

import "server-only";

import type { Context } from "@/lib/context";

import { readSealedKeys } from "./account/store";
import { secretsLabel } from "./installation/rules";
import type { ApiKeys } from "./schema";

export type Credentials = NonNullable<ApiKeys["bambora"]>;

/**
 * Opens a draw's Bambora credentials; null when it has none. With `toCharge` also null when its account is unfit:
 * payments that were made there are still looked up and refunded.
 */
export async function readCredentials(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { toCharge = false } = {},
): Promise<Credentials | null> {
  const stored = await readSealedKeys(ctx.db, drawId);
  if (!stored || (toCharge && stored.unfitReason !== null)) return null;
  // The schema accepted what was sealed, and the seal proves that it is the same.
  const keys = JSON.parse(ctx.sealer.open(stored.sealed, secretsLabel(drawId))) as ApiKeys;
  return keys.bambora ?? null;
}

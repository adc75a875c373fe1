import "server-only";

import type { Context } from "@/lib/context";
import { secretsLabel } from "@/lib/draws/installation/rules";
import type { ApiKeys } from "@/lib/draws/schema";
import type { PaymentAccount } from "@/lib/gateways/payment/gateway";
import { readSealedKeys } from "./store";

/** The merchant account of a draw, with the most that one payment may be, in dollars. */
export type DrawAccount = PaymentAccount & Pick<NonNullable<ApiKeys["bambora"]>, "maximumAmount">;

export function accountOf({ bambora }: ApiKeys): DrawAccount | null {
  return bambora ? { provider: "bambora", ...bambora } : null;
}

/**
 * Opens a draw's account; null when it has none. With `toCharge` also null when that account is unfit:
 * payments that were made there are still looked up and refunded.
 */
export async function readCredentials(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { toCharge = false } = {},
): Promise<DrawAccount | null> {
  const stored = await readSealedKeys(ctx.db, drawId);
  if (!stored || (toCharge && stored.unfitReason !== null)) return null;
  // The schema accepted what was sealed, and the seal proves that it is the same.
  const keys = JSON.parse(ctx.sealer.open(stored.sealed, secretsLabel(drawId))) as ApiKeys;
  return accountOf(keys);
}

import "server-only";

import type { Context } from "@/lib/context";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import type { ApiKeys } from "@/lib/draws/schema";
import type { PaymentAccount } from "@/lib/gateways/payment/port";
import { readSealedKeys } from "./store";

/** `maximumAmount` is in dollars, for a single payment. */
export type DrawAccount = PaymentAccount & Pick<NonNullable<ApiKeys["bambora"]>, "maximumAmount">;

export function readAccount({ bambora }: ApiKeys): DrawAccount | null {
  return bambora ? { provider: "bambora", ...bambora } : null;
}

/** With `toCharge`, returns null if the account may not be charged. Refunds and lookups don't need it. */
export async function readCredentials(
  ctx: Pick<Context, "db" | "sealer">,
  drawId: string,
  { toCharge = false } = {},
): Promise<DrawAccount | null> {
  const stored = await readSealedKeys(ctx.db, drawId);
  if (!stored || (toCharge && stored.unfitReason !== null)) return null;
  // The schema accepted the keys before they were sealed, and the seal proves that they haven't changed.
  const keys = JSON.parse(ctx.sealer.open(stored.sealed, getSecretsLabel(drawId))) as ApiKeys;
  return readAccount(keys);
}

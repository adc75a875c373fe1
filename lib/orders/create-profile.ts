import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { readCredentials } from "@/lib/draws/read-credentials";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import { logFailure } from "@/lib/log";

import { statusAt } from "./rules";
import { cardHolder } from "./rules.billing";
import { customerCodeOf } from "./rules.means";
import { refusalOfStatus } from "./rules.refusal";
import type { TokenizeInput } from "./schema.payments";
import { readOrderRow } from "./store";

/** A card that is stored for one order. */
export type Profile = { customerCode: string; cardType: string | null; lastFour: string | null };

/**
 * Turns a single-use card token into the payment profile of an order: one for each order, of the first card; asked again
 * it answers that one. Refusals: `order-not-found`, what the order has become, `buyer-required` (a card has a holder),
 * `payment-unavailable`, and why the gateway does not take the card. What the gateway refuses is logged.
 */
export async function createProfile(
  ctx: Context,
  { instanceId, orderId, token }: TokenizeInput,
): Promise<{ ok: true; profile: Profile } | Refusal> {
  const order = await withRetry(ctx, () => readOrderRow(ctx.db, instanceId, orderId));
  if (!order) return refuse("order-not-found");
  const status = statusAt(order, ctx.now());
  if (status !== "reserved") return refuse(refusalOfStatus(status));
  if (!order.buyer) return refuse("buyer-required");
  const credentials = await withRetry(ctx, () => readCredentials(ctx, instanceId));
  if (!credentials) return refuse("payment-unavailable");
  const customerCode = customerCodeOf(orderId);
  const holder = { code: token, name: cardHolder(order.buyer.name) };
  const stored = await ctx.gateway.storeCard(credentials, { customerCode, token: holder });
  if (stored.kind === "stored") {
    return { ok: true, profile: { customerCode, cardType: stored.cardType, lastFour: stored.lastFour } };
  }
  logFailure("A card was not stored.", new Error(`Draw ${instanceId}: ${stored.kind}, code ${stored.code}.`));
  return refuse(stored.kind === "refused" ? stored.reason : "payment-unavailable");
}

import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/read-credentials";
import { statusAt } from "@/lib/orders/rules";
import { refusalOfStatus } from "@/lib/orders/rules.refusal";
import { readOrderRow } from "@/lib/orders/store";
import { listAttempts } from "@/lib/orders/store.attempts";
import { withRetry } from "@/lib/platform/db/errors";
import { refuseManyCalls } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";
import { cardHolder } from "./rules.billing";
import { customerCodeOf } from "./rules.sources";
import type { TokenizeInput } from "./schema.payments";

/** A card that is stored for one order. */
export type Profile = { customerCode: string; cardType: string | null; lastFour: string | null };

/** Finds who holds the card of an order for which one may be stored now. */
async function findHolder(
  ctx: Context,
  { instanceId, orderId }: TokenizeInput,
): Promise<{ ok: true; name: string } | Refusal> {
  const order = await readOrderRow(ctx.db, instanceId, orderId);
  if (!order) return refuse("order-not-found");
  const status = statusAt(order, ctx.now());
  if (status !== "reserved") return refuse(refusalOfStatus(status));
  // A stored card pays or fails once: offered again it would only be refused again.
  const attempts = await listAttempts(ctx.db, instanceId, orderId);
  if (attempts.some(({ method }) => method === "payment_profile")) return refuse("stored-card-used");
  return order.buyer ? { ok: true, name: cardHolder(order.buyer.name) } : refuse("buyer-required");
}

/**
 * Turns a single-use card token into the payment profile of an order: one per order, for the first card; called again,
 * it returns that one, until a payment with it has failed. Refusals: `too-many-calls`, `order-not-found`, the order's
 * new state, `stored-card-used`, `buyer-required` (a card has a holder), `payment-unavailable`, and why the gateway
 * rejects the card. An outage is logged; a rejected token is reported to its buyer like a declined card.
 */
export async function createProfile(
  ctx: Context,
  input: TokenizeInput,
): Promise<{ ok: true; profile: Profile } | Refusal> {
  const { instanceId, orderId, token } = input;
  const holder = await withRetry(ctx, () => findHolder(ctx, input));
  if (!holder.ok) return holder;
  // Only a call for a live order counts: made-up orders use up nobody's limit.
  const stop = await refuseManyCalls(ctx);
  if (stop) return stop;
  const credentials = await withRetry(ctx, () => readCredentials(ctx, instanceId, { toCharge: true }));
  if (!credentials) return refuse("payment-unavailable");
  const customerCode = customerCodeOf(orderId);
  const card = { code: token, name: holder.name };
  const stored = await ctx.gateway.storeCard(credentials, { customerCode, token: card });
  if (stored.kind === "stored") {
    return { ok: true, profile: { customerCode, cardType: stored.cardType, lastFour: stored.lastFour } };
  }
  const reason = stored.kind === "refused" ? stored.reason : "payment-unavailable";
  if (reason === "payment-unavailable") {
    logFailure("A card was not stored.", `Draw ${instanceId}: ${stored.kind}, code ${stored.code}.`);
  }
  return refuse(reason);
}

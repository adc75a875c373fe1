import "server-only";

import type { Context } from "@/lib/context";
import { readCredentials } from "@/lib/draws/account/read-credentials";
import type { ChargeRefusal } from "@/lib/gateways/payment/port";
import type { StatusRefusal } from "@/lib/orders/rules";
import { getStatusAt, getStatusRefusal } from "@/lib/orders/rules";
import { canOpenOrder } from "@/lib/orders/rules.identity";
import { toCardHolderName } from "@/lib/orders/rules.payment";
import type { OrderRow } from "@/lib/orders/store";
import { listHeldOrders, readOrderRow } from "@/lib/orders/store";
import { listAttempts } from "@/lib/orders/store.attempts";
import type { TokenizeInput } from "@/lib/payments/schema";
import { withRetry } from "@/lib/platform/db/errors";
import { checkCallLimit } from "@/lib/platform/http/limit-calls";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { logFailure } from "@/lib/platform/server/log";
import { getCustomerCode } from "./rules";

export type Profile = { customerCode: string; cardType: string | null; lastFour: string | null };

type OrderResult = { ok: true; order: OrderRow } | Refusal<"order-not-found" | "order-corrected" | "invalid-input">;

/** With several held orders, the call must name one. */
async function findHeldOrder({ db, actor, now }: Context): Promise<OrderResult> {
  if (actor.kind !== "buyer" || actor.isNew || actor.clientKey === "") return refuse("order-not-found");
  const [order, another] = await listHeldOrders(db, { clientKey: actor.clientKey, now: now(), limit: 2 });
  if (!order) return refuse("order-not-found");
  if (!another) return { ok: true, order };
  const missing = (field: string) => ({ field, problem: "required" }) as const;
  return refuse("invalid-input", [missing("instanceId"), missing("orderId")]);
}

async function findOrder(ctx: Context, { instanceId, orderId }: TokenizeInput): Promise<OrderResult> {
  if (instanceId === undefined || orderId === undefined) return findHeldOrder(ctx);
  const order = await readOrderRow(ctx.db, instanceId, orderId);
  if (!order) return refuse("order-not-found");
  return canOpenOrder(ctx.actor, {}, order) ? { ok: true, order } : refuse("order-corrected");
}

type ProfileOwner = { ok: true; order: OrderRow; name: string };

type ProfileRefusal =
  | Exclude<OrderResult, { ok: true }>
  | StatusRefusal
  | Refusal<"stored-card-used" | "buyer-required">;

async function findProfileOwner(ctx: Context, input: TokenizeInput): Promise<ProfileOwner | ProfileRefusal> {
  const result = await findOrder(ctx, input);
  if (!result.ok) return result;
  const { order } = result;
  const status = getStatusAt(order, ctx.now());
  if (status !== "reserved") return refuse(getStatusRefusal(status));
  // A stored card can be charged only once.
  const attempts = await listAttempts(ctx.db, order.drawId, order.orderId);
  if (attempts.some(({ method }) => method === "payment_profile")) return refuse("stored-card-used");
  return order.buyer ? { ok: true, order, name: toCardHolderName(order.buyer.name) } : refuse("buyer-required");
}

/** Keeps the first card and returns it again until a payment with it has failed. */
export async function createProfile(
  ctx: Context,
  input: TokenizeInput,
): Promise<{ ok: true; profile: Profile } | ProfileRefusal | Refusal<"too-many-calls" | ChargeRefusal>> {
  const holder = await withRetry(ctx, () => findProfileOwner(ctx, input));
  if (!holder.ok) return holder;
  // Counts calls only for a live order; otherwise an attacker could use up a network's limit with made-up ids.
  const refusal = await checkCallLimit(ctx);
  if (refusal) return refusal;
  const { drawId, orderId } = holder.order;
  const credentials = await withRetry(ctx, () => readCredentials(ctx, drawId, { toCharge: true }));
  if (!credentials) return refuse("payment-unavailable");
  const customerCode = getCustomerCode(orderId);
  const card = { code: input.token, name: holder.name };
  const stored = await ctx.gateway.storeCard(credentials, { customerCode, token: card });
  if (stored.kind === "stored") {
    return { ok: true, profile: { customerCode, cardType: stored.cardType, lastFour: stored.lastFour } };
  }
  const reason = stored.kind === "refused" ? stored.reason : "payment-unavailable";
  if (reason === "payment-unavailable") {
    logFailure("A card was not stored.", `Draw ${drawId}: ${stored.kind}, code ${stored.code}.`);
  }
  return refuse(reason);
}

import "server-only";
import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import { listAttempts, lockOrder } from "@/lib/orders/store.attempts";
import { countEntries, writeEntry } from "@/lib/orders/store.audit";
import { isOpenState } from "@/lib/payments/settle/rules";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { reconcileAttempt } from "./reconcile-payments";
import { getLeaseEnd, operatorIntervalMs } from "./rules";
import type { ClaimedAttempt } from "./store";
import { claimOpenAttempt } from "./store";

export type OpenRefusal = Refusal<"payment-not-open" | "order-being-paid">;
type Claim = { ok: true; claimed: ClaimedAttempt | null } | OpenRefusal | Refusal<"order-not-found">;

type OutcomeRefusal = OperatorRefusal | OpenRefusal | Refusal<AdminRefusal | "device-required" | "order-not-found">;

export async function checkAsAdmin(ctx: Context, key: OrderKey): Promise<{ ok: true } | OutcomeRefusal> {
  return ctx.actor.kind === "admin" ? checkOutcome(ctx, key) : refuse("admin-key-wrong");
}

/** Looks up an order's open payment for a device or admin, at most once in ten seconds. */
export async function checkOutcome(ctx: Context, key: OrderKey): Promise<{ ok: true } | OutcomeRefusal> {
  if (ctx.actor.kind !== "device" && ctx.actor.kind !== "admin") return refuse("device-required");
  const refusal =
    ctx.actor.kind === "admin"
      ? await authorizeForDraw(ctx, "settle", key.instanceId, "order-not-found")
      : await checkOperator(ctx, key);
  if (refusal) return refusal;
  if (!isOrderKey(key)) return refuse("order-not-found");
  const claim = await withRetry(ctx, () => claimOnce(ctx, key));
  if (!claim.ok) return claim;
  if (claim.claimed) await reconcileAttempt(ctx, claim.claimed);
  return { ok: true };
}

/** Refuses while the call that opened the attempt still waits for the gateway. */
export async function claimAttemptOrRefuse(
  tx: Database,
  key: { drawId: string; orderId: string },
  now: Date,
): Promise<{ ok: true; claimed: ClaimedAttempt } | OpenRefusal> {
  const claimed = await claimOpenAttempt(tx, { ...key, now, leasedUntil: getLeaseEnd(now) });
  if (claimed) return { ok: true, claimed };
  const attempts = await listAttempts(tx, key.drawId, key.orderId);
  const isOpen = attempts.some(({ state }) => isOpenState(state));
  return refuse(isOpen ? "order-being-paid" : "payment-not-open");
}

/**
 * Claims the lookup under the order's lock, so that of several taps within `operatorIntervalMs` only the first looks it
 * up.
 */
function claimOnce(ctx: Context, { instanceId: drawId, orderId }: OrderKey): Promise<Claim> {
  return ctx.db.transaction(async (tx): Promise<Claim> => {
    const key = { drawId, orderId };
    if (!(await lockOrder(tx, key))) return refuse("order-not-found");
    const now = ctx.now();
    const from = new Date(now.getTime() - operatorIntervalMs);
    if ((await countEntries(tx, key, "bank-asked", { from })) > 0) return { ok: true, claimed: null };
    const claim = await claimAttemptOrRefuse(tx, key, now);
    if (!claim.ok) return claim;
    const detail = { gatewayOrderNumber: claim.claimed.gatewayOrderNumber };
    await writeEntry(tx, key, { action: "bank-asked", at: now, actor: toAuditActor(ctx.actor), detail });
    return claim;
  });
}

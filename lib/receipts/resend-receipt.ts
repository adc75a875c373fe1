import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import { canOpenOrder } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import type { NewAuditEntry } from "@/lib/orders/store.audit";
import { insertEntries } from "@/lib/orders/store.audit";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { NoReceipt } from "./reprint-receipt";
import { findNoReceiptReason, readReceiptOrder } from "./reprint-receipt";
import type { CopyRequest } from "./store";
import { queueCopy } from "./store";

type ResendRefusal = OperatorRefusal | NoReceipt | Refusal<AdminRefusal | "order-corrected" | "resend-limit">;

/** `perDay` limits buyers and devices, because the address may belong to another person. Admins have only the pause. */
const copyLimits = { perDay: 3, pauseMs: 60_000, dayMs: 24 * 60 * 60_000 } as const;

export async function resendReceipt(ctx: Context, key: OrderKey): Promise<{ ok: true } | ResendRefusal> {
  const isAdmin = ctx.actor.kind === "admin";
  const refusal = isAdmin
    ? await authorizeForDraw(ctx, "resend", key.instanceId, "order-not-found")
    : await checkOperator(ctx, key);
  if (refusal) return refusal;
  const order = await readReceiptOrder(ctx, key);
  if (!order) return refuse("order-not-found");
  if (!canOpenOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const now = ctx.now();
  const noReceipt = findNoReceiptReason(order, now, order.buyer !== null);
  if (noReceipt) return noReceipt;
  const entry: NewAuditEntry = { action: "receipt-resent", at: now, actor: toAuditActor(ctx.actor) };
  const insertEntry: CopyRequest["insertEntry"] = (rows) => insertEntries(rows, entry);
  const { drawId, orderId } = order;
  const copy = { drawId, orderId, now, limits: isAdmin ? { ...copyLimits, perDay: null } : copyLimits, insertEntry };
  const isQueued = await withRetry(ctx, () => queueCopy(ctx.db, copy));
  return isQueued ? { ok: true } : refuse("resend-limit");
}

/** Refuses everyone but admins, because `resendReceipt` treats callers without a key as the buyer. */
export async function resendAsAdmin(ctx: Context, key: OrderKey): Promise<{ ok: true } | ResendRefusal> {
  return ctx.actor.kind === "admin" ? resendReceipt(ctx, key) : refuse("admin-key-wrong");
}

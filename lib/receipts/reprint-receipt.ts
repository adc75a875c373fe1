import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { checkReach } from "@/lib/draws/check-reach";
import type { OperatorRefusal } from "@/lib/orders/check-operator";
import { checkOperator } from "@/lib/orders/check-operator";
import type { StatusRefusal } from "@/lib/orders/rules";
import { refusalOfStatus, statusAt } from "@/lib/orders/rules";
import { opensOrder } from "@/lib/orders/rules.identity";
import type { OrderKey } from "@/lib/orders/schema";
import { isOrderKey } from "@/lib/orders/schema";
import type { OrderRow } from "@/lib/orders/store";
import { readOrderRow } from "@/lib/orders/store";
import { lockOrder } from "@/lib/orders/store.attempts";
import type { NewAuditEntry, RecordedPrint } from "@/lib/orders/store.audit";
import { insertEntries, listPrints, writeEntry } from "@/lib/orders/store.audit";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminRefusal } from "@/lib/refuse-admin";

import type { CopyRequest } from "./store";
import { queueCopy } from "./store";

type NoReceipt = StatusRefusal | Refusal<"details-erased" | "receipt-unavailable">;

type PrintAnswer = { ok: true; copy: number } | OperatorRefusal | NoReceipt | Refusal<"device-required">;

/** For devices, before a print. `copy` 0 is the original, which the first `claim` gets, also if repeated. */
export async function reprintReceipt(ctx: Context, key: OrderKey, claim: string | null = null): Promise<PrintAnswer> {
  if (ctx.actor.kind !== "device") return refuse("device-required");
  const refusal = await checkOperator(ctx, key);
  if (refusal) return refusal;
  const order = await readOrder(ctx, key);
  if (!order) return refuse("order-not-found");
  const now = ctx.now();
  const noReceipt = whyNoReceipt(order, now);
  if (noReceipt) return noReceipt;
  return { ok: true, copy: await withRetry(ctx, () => recordPrint(ctx, key, now, claim)) };
}

type ResendRefusal = OperatorRefusal | NoReceipt | Refusal<AdminRefusal | "order-corrected" | "resend-limit">;

/** Copies of a buyer or a device, whose address may belong to somebody else; admins have no limit. */
const copyLimits = { perDay: 3, pauseMs: 60_000, dayMs: 24 * 60 * 60_000 } as const;

export async function resendReceipt(ctx: Context, key: OrderKey): Promise<{ ok: true } | ResendRefusal> {
  const isAdmin = ctx.actor.kind === "admin";
  const refusal = isAdmin
    ? await checkReach(ctx, "resend", key.instanceId, "order-not-found")
    : await checkOperator(ctx, key);
  if (refusal) return refusal;
  const order = await readOrder(ctx, key);
  if (!order) return refuse("order-not-found");
  if (!opensOrder(ctx.actor, key, order)) return refuse("order-corrected");
  const now = ctx.now();
  const noReceipt = whyNoReceipt(order, now, order.buyer !== null);
  if (noReceipt) return noReceipt;
  const entry: NewAuditEntry = { action: "receipt-resent", at: now, actor: auditActorOf(ctx.actor) };
  const insertEntry: CopyRequest["insertEntry"] = (rows) => insertEntries(rows, entry);
  const { drawId, orderId } = order;
  const copy = { drawId, orderId, now, limits: isAdmin ? null : copyLimits, insertEntry };
  const isQueued = await withRetry(ctx, () => queueCopy(ctx.db, copy));
  return isQueued ? { ok: true } : refuse("resend-limit");
}

/** The call of an admin: `resendReceipt` takes anybody without a key for the buyer. */
export async function resendAsAdmin(ctx: Context, key: OrderKey): Promise<{ ok: true } | ResendRefusal> {
  return ctx.actor.kind === "admin" ? resendReceipt(ctx, key) : refuse("admin-key-wrong");
}

async function readOrder(ctx: Context, key: OrderKey): Promise<OrderRow | null> {
  return isOrderKey(key) ? withRetry(ctx, () => readOrderRow(ctx.db, key.instanceId, key.orderId)) : null;
}

function whyNoReceipt(order: OrderRow, now: Date, hasReader = true): NoReceipt | null {
  const status = statusAt(order, now);
  if (order.erasedAt) return refuse("details-erased");
  if (status === "reserved" || !hasReader) return refuse("receipt-unavailable");
  return status === "finalized" ? null : refuse(refusalOfStatus(status));
}

/** A repeated claim, or a device's call repeated with the same `now`, counts once. */
function recordPrint(ctx: Context, key: OrderKey, now: Date, claim: string | null): Promise<number> {
  const actor = auditActorOf(ctx.actor);
  return ctx.db.transaction(async (tx) => {
    const order = { drawId: key.instanceId, orderId: key.orderId };
    await lockOrder(tx, order);
    const prints = await listPrints(tx, order);
    const isCall = (print: RecordedPrint) => print.deviceId === actor.deviceId && print.at.getTime() === now.getTime();
    const same = prints.find((print) => print.claim === claim && (claim !== null || isCall(print)));
    if (same) return same.copy;
    const reprints = prints.filter(({ copy }) => copy > 0).length;
    const copy = claim !== null && prints.length === 0 ? 0 : reprints + 1;
    const action = copy === 0 ? "receipt-printed" : "receipt-reprinted";
    await writeEntry(tx, order, { action, at: now, actor, detail: { copy, ...(claim === null ? {} : { claim }) } });
    return copy;
  });
}

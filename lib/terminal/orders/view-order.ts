import "server-only";

import type { Context } from "@/lib/context";
import type { DrawRecord } from "@/lib/draws/store";
import { readDrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import { isWithinDeviceParent } from "@/lib/orders/check-operator";
import { projectOrder } from "@/lib/orders/read-order";
import type { AuditEntry } from "@/lib/orders/rules.audit";
import { toPaymentMethod, toPaymentState } from "@/lib/orders/rules.payment";
import type { OrderKey } from "@/lib/orders/schema";
import { orderIdSchema } from "@/lib/orders/schema";
import type { OrderRecord } from "@/lib/orders/store";
import { readOrderRecord } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import { listEntries } from "@/lib/orders/store.audit";
import { isOwnCash } from "@/lib/payments/settle/rules";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findNoDeviceRefundReason, listRefundableLines } from "@/lib/refunds/rules";
import type { DeviceActor } from "@/lib/terminal/device/authenticate-device";

import type { AttemptView, TerminalOrder } from "./rules";
import { buyerAtTerminal, chooseNextStep, findSeller, getCashOptions, listActions, sellsPools } from "./rules";

type OrderResult = { ok: true; order: TerminalOrder } | Refusal<"device-required" | "order-not-found">;

/** The order's id is the secret that gives access. The draw must belong to the device's parent. */
export async function viewOrder(ctx: Context, key: OrderKey): Promise<OrderResult> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  if (!orderIdSchema.safeParse(key.orderId).success) return refuse("order-not-found");
  return withRetry(ctx, () => readOrder(ctx, actor, key));
}

async function readOrder(ctx: Context, actor: DeviceActor, key: OrderKey): Promise<OrderResult> {
  const facts = (await isWithinDeviceParent(ctx, key.instanceId)) ? await readOrderData(ctx.db, key) : null;
  return facts ? { ok: true, order: projectOrderFor(ctx, actor, facts) } : refuse("order-not-found");
}

type OrderData = { record: OrderRecord; sale: DrawRecord; history: AuditEntry[] };

async function readOrderData(db: Database, { instanceId: drawId, orderId }: OrderKey): Promise<OrderData | null> {
  const [record, sale] = [await readOrderRecord(db, drawId, orderId), await readDrawRecord(db, drawId)];
  if (!record || !sale) return null;
  return { record, sale, history: await listEntries(db, drawId, orderId) };
}

function projectOrderFor(ctx: Context, actor: DeviceActor, { record, sale, history }: OrderData): TerminalOrder {
  const { attempts } = record;
  const order = projectOrder(record, ctx);
  const now = ctx.now();
  const seller = findSeller({ ...record.order, device: record.soldBy }, actor);
  const poolIds = record.lines.map(({ poolId }) => poolId);
  const cash = getCashOptions(sale.draw, order.buyer !== null);
  const refundable = listRefundableLines(record.lines, record.ranges, sale.draw.winners);
  const facts = { status: order.status, sells: sellsPools(sale, poolIds, now), maySell: actor.maySell, ...cash };
  const isRefundable = refundable.length > 0 && order.refunds.every(({ state }) => state !== "under-way");
  const noRefund = findNoDeviceRefundReason({ ...sale, order: record.order }, actor, now);
  return {
    ...order,
    buyer: buyerAtTerminal(order.buyer, seller),
    seller,
    attempts: attempts.map(viewAttempt),
    history: nameAttribution(history),
    hasOwnCash: attempts.some((attempt) => isOwnCash(attempt, actor.deviceId)),
    reprints: history.filter(({ action }) => action === "receipt-reprinted").length,
    nextStep: chooseNextStep({ ...facts, seller, deadlineAt: attempts.at(-1)?.deadlineAt ?? null }, now),
    actions: listActions({ ...facts, noRefund, isRefundable, isErased: order.isErased }),
    noRefund: order.status === "finalized" && isRefundable ? noRefund : null,
    refundable,
  };
}

function viewAttempt(attempt: AttemptRow): AttemptView {
  return {
    sentAt: attempt.sentAt.toISOString(),
    method: toPaymentMethod(attempt.method),
    state: toPaymentState(attempt.state),
    amount: toDollars(attempt.amountCents),
    askAt: attempt.lookupAt?.toISOString() ?? null,
  };
}

/** An operator returns cash by hand, so the refund is attributed to the operator who requested it. */
export function nameAttribution(history: AuditEntry[]): AuditEntry[] {
  if (!history.some(({ action }) => action === "cash-taken")) return history;
  return history.map((entry) => {
    const request = entry.action === "refund-done" && history.find((other) => isRefundRequest(other, entry));
    return request ? { ...entry, actor: request.actor, device: request.device, operator: request.operator } : entry;
  });
}

function isRefundRequest({ action, detail }: AuditEntry, done: AuditEntry): boolean {
  return action === "refund-requested" && detail.refundNumber === done.detail.refundNumber;
}

import "server-only";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { toDollars } from "@/lib/money";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Sealer } from "@/lib/platform/server/seal";
import type { OrderView } from "./rules";
import { countExtensionsLeft, getStatusAt, maxAttempts } from "./rules";
import { canOpenOrder, maskEmail } from "./rules.identity";
import type { PricedLine } from "./rules.lines";
import type { AttemptMethod } from "./rules.payment";
import { toPaymentMethod, toPaymentState } from "./rules.payment";
import { listLatestAttempts, toRefundState } from "./rules.refunds";
import { createValidationNumber, hashValidationNumber } from "./rules.validation";
import type { OrderKey } from "./schema";
import { isOrderKey } from "./schema";
import type { OrderRecord, OrderRow } from "./store";
import { readOrderRecord } from "./store";
import type { AttemptRow } from "./store.attempts";

/** An order whose email was corrected is shown only with its second secret. */
export async function readOrder(
  ctx: Context,
  key: OrderKey,
): Promise<{ ok: true; order: OrderView } | Refusal<"order-not-found" | "order-corrected">> {
  if (!isOrderKey(key)) return refuse("order-not-found");
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, key.instanceId, key.orderId));
  if (!record) return refuse("order-not-found");
  if (!canOpenOrder(ctx.actor, key, record.order)) return refuse("order-corrected");
  return { ok: true, order: projectOrder(record, ctx) };
}

/** The id gives access to the buyer's page, so it is null for admins without the right `orders`. */
export type AdminOrderView = Omit<OrderView, "orderId"> & { orderId: string | null };

export async function readOrderAsAdmin(
  ctx: Context,
  key: OrderKey,
): Promise<{ ok: true; order: AdminOrderView } | Refusal<"order-not-found" | "order-corrected">> {
  const read = await readOrder(ctx, key);
  if (!read.ok || (await authorizeForDraw(ctx, "orders", key.instanceId, "order-not-found")) === null) return read;
  const { addressSecret: _secret, ...order } = read.order;
  return { ok: true, order: { ...order, orderId: null } };
}

/** The fields that are known of an order right after it was reserved or sold, without reading it again. */
export type ProjectableOrder = Pick<OrderRecord, "refunds" | "soldBy"> & {
  order: Omit<
    OrderRow,
    | "shareHolders"
    | "holdSlot"
    | "idempotencyKey"
    | "requestHash"
    | "clientKey"
    | "deviceId"
    | "operator"
    | "hiddenAt"
    | "erasedAt"
    | "erasedProvince"
    | "addressSecret"
  > & { erasedAt?: Date | null; addressSecret?: string | null };
  lines: PricedLine[];
  ranges: Pick<OrderRecord["ranges"][number], "poolId" | "firstNumber" | "lastNumber" | "voidedAt">[];
  attempts: Pick<AttemptRow, "method" | "state" | "sentAt">[];
};

/** Null if there is no stored hash, or if it doesn't match because the key was changed. */
function findValidationNumber({ order }: ProjectableOrder, sealer: Sealer): string | null {
  if (order.status !== "finalized") return null;
  const number = createValidationNumber(sealer, order);
  return hashValidationNumber(sealer, order.drawId, number) === order.validationHash ? number : null;
}

function toPaidCard(order: ProjectableOrder["order"], paidBy: AttemptMethod | null): OrderView["card"] {
  const { cardType: type, cardLastFour: lastFour } = order;
  if (!type || !lastFour) return null;
  return { type, lastFour, ...(paidBy === "apple_pay" ? { wallet: "apple-pay" } : {}) };
}

export function projectOrder(record: ProjectableOrder, { now, sealer }: Pick<Context, "now" | "sealer">): OrderView {
  const { order, lines, ranges, refunds, attempts } = record;
  const lastAttempt = attempts.at(-1);
  const paidBy = attempts.find(({ state }) => state === "approved")?.method ?? null;
  return {
    orderId: order.orderId,
    orderCode: order.orderCode,
    instanceId: order.drawId,
    status: getStatusAt(order, now()),
    amount: toDollars(order.amountCents),
    currency: "CAD",
    locale: order.locale,
    placedAt: order.placedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    finalizedAt: order.finalizedAt?.toISOString() ?? null,
    extensionsLeft: countExtensionsLeft(order),
    attemptsLeft: Math.max(0, maxAttempts - attempts.length),
    lines: lines.map((line) => ({
      poolId: line.poolId,
      packageId: line.packageId,
      ...(line.bundleId ? { bundleId: line.bundleId } : {}),
      quantity: line.quantity,
      tickets: line.tickets,
      amount: toDollars(line.amountCents),
    })),
    numbers: ranges.map((range) => ({
      poolId: range.poolId,
      first: range.firstNumber,
      last: range.lastNumber,
      void: range.voidedAt !== null,
    })),
    refunds: listLatestAttempts(refunds).map((refund) => ({
      amount: toDollars(refund.amountCents),
      state: toRefundState(refund.state),
      lines: refund.lineNumbers.length,
      isCash: refund.method === "cash",
      requestedAt: refund.requestedAt.toISOString(),
      doneAt: refund.state === "done" ? (refund.answeredAt?.toISOString() ?? null) : null,
    })),
    lastPayment: lastAttempt
      ? { sentAt: lastAttempt.sentAt.toISOString(), state: toPaymentState(lastAttempt.state) }
      : null,
    buyer: order.buyer && { name: order.buyer.name, maskedEmail: maskEmail(order.buyer.email) },
    isErased: Boolean(order.erasedAt),
    teamId: order.teamId,
    soldBy: record.soldBy,
    method: toPaymentMethod(paidBy),
    card: toPaidCard(order, paidBy),
    validationNumber: findValidationNumber(record, sealer),
    isTest: order.isTest,
    ...(order.addressSecret ? { addressSecret: order.addressSecret } : {}),
  };
}

/** Checks no access, so only for the caller who has just placed or paid the order. */
export async function requireOrder(ctx: Context, { instanceId, orderId }: OrderKey): Promise<OrderView> {
  const record = await withRetry(ctx, () => readOrderRecord(ctx.db, instanceId, orderId));
  if (!record) throw new Error("An order that was just written cannot be read.");
  return projectOrder(record, ctx);
}

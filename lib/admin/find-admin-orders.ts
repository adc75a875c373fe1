import "server-only";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { toDollars } from "@/lib/money";
import { getStatusAt } from "@/lib/orders/rules";
import { maskBuyer } from "@/lib/orders/rules.identity";
import type { CodeColumns } from "@/lib/orders/rules.providers";
import { getCode, toCodeColumns } from "@/lib/orders/rules.providers";
import { hashValidationNumber, readValidationNumber } from "@/lib/orders/rules.validation";
import type { OrderKey } from "@/lib/orders/schema";
import type { OrderRecord, SearchedDraws } from "@/lib/orders/store";
import { findKeysByValidationHash, findOrderKeys, readOrderRecord } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import type { RefundRow } from "@/lib/orders/store.refunds";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { MailRow } from "@/lib/receipts/store";
import { listMails } from "@/lib/receipts/store";
import type { AdminAttempt, AdminLine, AdminOrder, AdminRefund } from "./rules";

const wordPattern = /^[0-9A-Za-z-]{1,40}$/;

/** Finds orders by code, id or validation number, in one draw or in all. A code is unique only within its draw. */
export async function findAdminOrders(
  ctx: Context,
  term: string,
  instanceId: string | null,
): Promise<{ ok: true; orders: AdminOrder[] } | Refusal<AdminRefusal | "order-not-found">> {
  const found = authorizeAdmin(ctx.actor, "find");
  if (!found.ok) return found;
  const isDraw = instanceId === null || idSchema.safeParse(instanceId).success;
  if (!isDraw || !wordPattern.test(term)) return refuse("order-not-found");
  const keys = await findKeys(ctx, term, { drawId: instanceId, accessScope: found.accessScope });
  const orders: AdminOrder[] = [];
  for (const key of keys) orders.push(...(await readAdminOrder(ctx, key)));
  return orders.length > 0 ? { ok: true, orders } : refuse("order-not-found");
}

/** Validation numbers are longer than any code or id, so the length tells them apart. */
function findKeys({ db, sealer }: Context, word: string, where: SearchedDraws): Promise<OrderKey[]> {
  const number = readValidationNumber(word);
  if (number) return findKeysByValidationHash(db, where, (each) => hashValidationNumber(sealer, each, number));
  return findOrderKeys(db, [word, word.toUpperCase()], where);
}

async function readAdminOrder(ctx: Context, { instanceId, orderId }: OrderKey): Promise<AdminOrder[]> {
  const record = await readOrderRecord(ctx.db, instanceId, orderId);
  if (!record) return [];
  const mails = await listMails(ctx.db, instanceId, orderId);
  const showsIds = (await authorizeForDraw(ctx, "orders", instanceId, "order-not-found")) === null;
  return [projectAdminOrder(record, mails, { now: ctx.now(), showsIds })];
}

/** Without `showsIds` the order's id is left out, because it opens the buyer's page. */
export function projectAdminOrder(
  record: OrderRecord,
  mails: MailRow[],
  { now, showsIds }: { now: Date; showsIds: boolean },
): AdminOrder {
  const { order } = record;
  return {
    instanceId: order.drawId,
    orderId: showsIds ? order.orderId : null,
    orderCode: order.orderCode,
    status: getStatusAt(order, now),
    amount: toDollars(order.amountCents),
    isTest: order.isTest,
    placedAt: order.placedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    finalizedAt: toIso(order.finalizedAt),
    buyer: maskBuyer(order.buyer),
    erased: order.erasedAt && { at: order.erasedAt.toISOString(), province: order.erasedProvince },
    lines: projectLines(record),
    attempts: record.attempts.map((row) => projectAttempt(row, showsIds)),
    refunds: record.refunds.map((row) => projectRefund(row, showsIds)),
    mails: mails.map(({ kind, state, queuedAt, sentAt, tries }) => {
      return { kind, state, queuedAt: queuedAt.toISOString(), sentAt: toIso(sentAt), tries };
    }),
  };
}

function projectLines({ lines, ranges }: OrderRecord): AdminLine[] {
  return lines.map(({ lineNumber, poolId, packageId, bundleId, quantity, tickets, amountCents }) => {
    const range = ranges.find((issued) => issued.lineNumber === lineNumber);
    const numbers = range
      ? { first: range.firstNumber, last: range.lastNumber, voidedAt: toIso(range.voidedAt) }
      : null;
    const amount = toDollars(amountCents);
    return { line: lineNumber, poolId, packageId, bundleId, quantity, tickets, amount, numbers };
  });
}

function projectAttempt(row: AttemptRow, showsIds: boolean): AdminAttempt {
  return {
    gatewayOrderNumber: showsIds ? row.gatewayOrderNumber : null,
    state: row.state,
    reason: row.reason,
    amount: toDollars(row.amountCents),
    captured: row.capturedCents === null ? null : toDollars(row.capturedCents),
    transactionId: row.gatewayTransactionId,
    code: projectCode(row),
    sentAt: row.sentAt.toISOString(),
    answeredAt: toIso(row.answeredAt),
    askAt: toIso(row.lookupAt),
  };
}

function projectRefund(row: RefundRow, showsIds: boolean): AdminRefund {
  return {
    refundNumber: showsIds ? row.refundNumber : null,
    gatewayOrderNumber: showsIds ? row.gatewayOrderNumber : null,
    state: row.state,
    reason: row.reason,
    cause: row.cause,
    method: row.method,
    amount: toDollars(row.amountCents),
    lines: row.lineNumbers,
    requestedBy: row.requestedBy,
    deviceId: row.deviceId,
    transactionId: row.gatewayTransactionId,
    code: projectCode(row),
    requestedAt: row.requestedAt.toISOString(),
    answeredAt: toIso(row.answeredAt),
    askAt: toIso(row.nextActionAt),
  };
}

function projectCode(row: CodeColumns): number | string | null {
  const code = getCode(row);
  return toCodeColumns(code).gatewayCode ?? code;
}

function toIso(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

import "server-only";

import { toDollars } from "@/lib/money";
import { statusAt } from "@/lib/orders/rules";
import { maskEmail } from "@/lib/orders/rules.identity";
import type { OrderRecord } from "@/lib/orders/store";
import type { AttemptRow } from "@/lib/orders/store.attempts";
import type { RefundRow } from "@/lib/orders/store.refunds";
import type { MailRow } from "@/lib/receipts/store";
import type { AdminAttempt, AdminLine, AdminOrder, AdminRefund } from "./rules";

function written(at: Date | null): string | null {
  return at?.toISOString() ?? null;
}

function projectLines({ lines, ranges }: OrderRecord): AdminLine[] {
  return lines.map(({ lineNumber, poolId, packageId, bundleId, quantity, tickets, amountCents }) => {
    const range = ranges.find((issued) => issued.lineNumber === lineNumber);
    const numbers = range
      ? { first: range.firstNumber, last: range.lastNumber, voidedAt: written(range.voidedAt) }
      : null;
    const amount = toDollars(amountCents);
    return { line: lineNumber, poolId, packageId, bundleId, quantity, tickets, amount, numbers };
  });
}

function projectAttempt(row: AttemptRow): AdminAttempt {
  return {
    gatewayOrderNumber: row.gatewayOrderNumber,
    state: row.state,
    reason: row.reason,
    amount: toDollars(row.amountCents),
    captured: row.capturedCents === null ? null : toDollars(row.capturedCents),
    transactionId: row.gatewayTransactionId,
    code: row.gatewayCode,
    sentAt: row.sentAt.toISOString(),
    answeredAt: written(row.answeredAt),
    askAt: written(row.askAt),
  };
}

function projectRefund(row: RefundRow): AdminRefund {
  return {
    refundNumber: row.refundNumber,
    gatewayOrderNumber: row.gatewayOrderNumber,
    state: row.state,
    reason: row.reason,
    cause: row.cause,
    method: row.method,
    amount: toDollars(row.amountCents),
    lines: row.lineNumbers,
    requestedBy: row.requestedBy,
    deviceId: row.deviceId,
    transactionId: row.gatewayTransactionId,
    code: row.gatewayCode,
    requestedAt: row.requestedAt.toISOString(),
    answeredAt: written(row.answeredAt),
    askAt: written(row.askAt),
  };
}

/** An order as an admin is shown it at `now`, with every try to pay it or to give money back, and its mails. */
export function projectAdminOrder(record: OrderRecord, mails: MailRow[], now: Date): AdminOrder {
  const { order } = record;
  return {
    instanceId: order.drawId,
    orderId: order.orderId,
    orderCode: order.orderCode,
    status: statusAt(order, now),
    amount: toDollars(order.amountCents),
    isTest: order.isTest,
    placedAt: order.placedAt.toISOString(),
    expiresAt: order.expiresAt.toISOString(),
    finalizedAt: written(order.finalizedAt),
    buyer: order.buyer && { name: order.buyer.name, maskedEmail: maskEmail(order.buyer.email) },
    erased: order.erasedAt && { at: order.erasedAt.toISOString(), province: order.erasedProvince },
    lines: projectLines(record),
    attempts: record.attempts.map(projectAttempt),
    refunds: record.refunds.map(projectRefund),
    mails: mails.map(({ kind, state, queuedAt, sentAt, tries }) => {
      return { kind, state, queuedAt: queuedAt.toISOString(), sentAt: written(sentAt), tries };
    }),
  };
}

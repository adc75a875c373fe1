import "server-only";

import { toDollars } from "@/lib/money";
import { statusAt } from "@/lib/orders/rules";
import { maskedBuyerOf } from "@/lib/orders/rules.identity";
import { paymentMethodOf } from "@/lib/orders/rules.payment";
import type { ListedOrder } from "@/lib/orders/store.list";
import type { ConsoleOrderRow } from "./rules";

/** Without the order's id, which opens it to anybody. */
export function projectRow(row: ListedOrder, now: Date): ConsoleOrderRow {
  return {
    instanceId: row.drawId,
    orderCode: row.orderCode,
    status: statusAt(row, now),
    amount: toDollars(row.amountCents),
    tickets: row.tickets,
    placedAt: row.placedAt.toISOString(),
    finalizedAt: row.finalizedAt?.toISOString() ?? null,
    buyer: maskedBuyerOf(row.buyer),
    device: row.device,
    operator: row.operator,
    method: paymentMethodOf(row.paidBy),
    isPartlyRefunded: row.isPartlyRefunded,
    isTest: row.isTest,
  };
}

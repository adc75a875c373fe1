import "server-only";

import type { DrawRecord } from "@/lib/draws/store";
import { toDollars } from "@/lib/money";
import { statusAt } from "@/lib/orders/rules";
import { paymentStateOf } from "@/lib/orders/rules.attempts";
import { maskEmail, maskPhone } from "@/lib/orders/rules.identity";
import { paymentMethodOf } from "@/lib/orders/rules.methods";

import type { DeviceActor } from "./authenticate-device";
import type { TerminalOrderRow } from "./rules.orders";
import { cashFactsOf, nextStepOf, sellerOf, sellsPools, shownBuyer } from "./rules.orders";
import type { ListedOrder } from "./store.orders";

function buyerOf({ buyer }: ListedOrder): TerminalOrderRow["buyer"] {
  if (!buyer) return null;
  const maskedPhone = buyer.phone ? maskPhone(buyer.phone) : null;
  return { name: buyer.name, maskedEmail: maskEmail(buyer.email), maskedPhone };
}

/** An order of a list as a device is shown it at `now`. */
export function projectRow(row: ListedOrder, record: DrawRecord, actor: DeviceActor, now: Date): TerminalOrderRow {
  const status = statusAt(row, now);
  const seller = sellerOf(row, actor);
  const sells = sellsPools(record, row.poolIds, now);
  const cash = cashFactsOf(record.draw, row.buyer !== null);
  return {
    instanceId: record.draw.id,
    orderId: row.place.orderId,
    orderCode: row.orderCode,
    status,
    amount: toDollars(row.amountCents),
    tickets: row.tickets,
    placedAt: row.placedAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
    finalizedAt: row.finalizedAt?.toISOString() ?? null,
    buyer: shownBuyer(buyerOf(row), seller),
    seller,
    method: paymentMethodOf(row.paidBy),
    isPartlyRefunded: row.isPartlyRefunded,
    lastPayment: row.lastState ? paymentStateOf(row.lastState) : null,
    answerBy: status === "paying" ? (row.deadlineAt?.toISOString() ?? null) : null,
    nextStep: nextStepOf({ status, sells, seller, deadlineAt: row.deadlineAt, maySell: actor.maySell, ...cash }, now),
    isTest: row.isTest,
  };
}

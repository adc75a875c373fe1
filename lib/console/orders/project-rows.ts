import "server-only";

import type { Context } from "@/lib/context";
import { getTimeZone } from "@/lib/draws/rules";
import { toDollars } from "@/lib/money";
import { getStatusAt } from "@/lib/orders/rules";
import { maskBuyer } from "@/lib/orders/rules.identity";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import { isPartlyRefunded } from "@/lib/orders/rules.refunds";
import type { ListedOrder } from "@/lib/orders/store.list";
import type { ConsoleOrderRow } from "./rules";
import { readTimeZones } from "./store";
import type { OrderMarks } from "./store.attention";
import { readMarks } from "./store.attention";

/** Leaves out the ids of orders, because anyone who knows an id can open the order. */
export async function projectRows(
  { db, now: clock }: Pick<Context, "db" | "now">,
  rows: readonly ListedOrder[],
): Promise<ConsoleOrderRow[]> {
  const zones = await readTimeZones(db, [...new Set(rows.map(({ drawId }) => drawId))]);
  const getMarks = await readMarks(db, rows);
  const now = clock();
  return rows.map((row) => ({
    ...projectRow(row, zones.get(row.drawId) ?? getTimeZone(null), now),
    ...getMarks(row),
  }));
}

function projectRow(row: ListedOrder, timeZone: string, now: Date): Omit<ConsoleOrderRow, keyof OrderMarks> {
  return {
    instanceId: row.drawId,
    timeZone,
    orderCode: row.orderCode,
    status: getStatusAt(row, now),
    amount: toDollars(row.amountCents),
    tickets: row.tickets,
    placedAt: row.placedAt.toISOString(),
    finalizedAt: row.finalizedAt?.toISOString() ?? null,
    buyer: maskBuyer(row.buyer),
    device: row.device,
    operator: row.operator,
    method: toPaymentMethod(row.paidBy),
    isPartlyRefunded: isPartlyRefunded(row),
    isTest: row.isTest,
  };
}

import { sql } from "drizzle-orm";
import { readOrder } from "@/lib/orders/read-order";
import type { OrderView } from "@/lib/orders/rules";
import { queryRows } from "@/lib/platform/db/database";

import { openDraw, pay, place } from "./orders";
import type { TestContext } from "./test-context";

let serial = 0;

/** Buys two tickets in a new draw. The receipt is in the outbox. */
export async function buyMailed(test: TestContext, locale: "en" | "fr" = "en"): Promise<OrderView> {
  serial += 1;
  const drawId = await openDraw(test, `mail-${serial}`);
  const order = await place(test, drawId, 2, { locale });
  await pay(test.ctx, order);
  const read = await readOrder(test.ctx, order);
  if (!read.ok) throw new Error(read.reason);
  return read.order;
}

export function readOutbox(test: TestContext, { orderId }: Pick<OrderView, "orderId">) {
  return queryRows<{ kind: string; state: string; tries: number }>(
    test.ctx.db,
    sql`select kind, state, tries from outbox where order_id = ${orderId} order by queued_at, mail_id`,
  );
}

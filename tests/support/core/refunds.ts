import { sql } from "drizzle-orm";
import type { OrderView } from "@/lib/orders/rules";
import type { RefundRow } from "@/lib/orders/store.refunds";
import { listRefunds } from "@/lib/orders/store.refunds";
import { queryRows } from "@/lib/platform/db/database";
import type { RefundRequestResult } from "@/lib/refunds/request-refund";
import { requestRefund } from "@/lib/refunds/request-refund";

import { openDraw, pay, place } from "./orders";
import type { TestContext } from "./test-context";

/** One-ticket packages at $10, one per line, because equal lines would merge. */
export function createSingles(lines: number) {
  const ids = Array.from({ length: lines }, (_none, index) => (index === 0 ? "one" : `one-${index + 1}`));
  return ids.map((id) => ({ id, tickets: 1, price: 10 }));
}

/** Each line has `quantities[n]` single tickets at $10. */
export async function sellLines(
  test: TestContext,
  drawId: string,
  quantities: number[],
  overrides: Record<string, unknown> = {},
): Promise<OrderView> {
  const singles = createSingles(quantities.length);
  await openDraw(test, drawId, { ...(singles.length > 1 ? { ticketPriceInfo: singles } : {}), ...overrides });
  const lines = quantities.map((quantity, index) => ({
    poolId: "main",
    packageId: singles[index]?.id ?? "",
    quantity,
  }));
  const order = await place(test, drawId, 1, { lines });
  await pay(test.ctx, order);
  return order;
}

export async function refundOutcome(test: TestContext, order: OrderView, lines?: number[]): Promise<string> {
  const answer: RefundRequestResult | { ok: false; reason: string } = await requestRefund(
    test.admin,
    order,
    lines ? { lines } : {},
  );
  return answer.ok ? answer.outcome : answer.reason;
}

export function listOrderRefunds({ ctx }: TestContext, { instanceId, orderId }: OrderView): Promise<RefundRow[]> {
  return listRefunds(ctx.db, instanceId, orderId);
}

/** In cents, under the numbers of the order's refunds. */
export function givenBackCents({ gateway }: TestContext, { orderId }: OrderView): number {
  const rows = gateway.ledger.filter(({ kind, orderNumber }) => kind !== "capture" && orderNumber.includes(orderId));
  return rows.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

export async function readMoney({ ctx }: TestContext, { instanceId, orderId }: OrderView) {
  const [row] = await queryRows<{ status: string; void_cents: string; sales_cents: string; mails: string }>(
    ctx.db,
    sql`select o.status, (select sum(sales_cents) from pools where draw_id = o.draw_id) as sales_cents,
        (select count(*) from outbox m where m.draw_id = o.draw_id and m.order_id = o.order_id and kind = 'refund') as mails,
        (select coalesce(sum(l.amount_cents), 0) from order_lines l join number_ranges r on r.draw_id = l.draw_id
          and r.order_id = l.order_id and r.line_number = l.line_number and r.voided_at is not null
         where l.draw_id = o.draw_id and l.order_id = o.order_id) as void_cents
      from orders o where o.draw_id = ${instanceId} and o.order_id = ${orderId}`,
  );
  const { status, void_cents: voidCents, sales_cents: salesCents, mails } = row ?? {};
  return { status, voidCents: Number(voidCents), salesCents: Number(salesCents), mails: Number(mails) };
}

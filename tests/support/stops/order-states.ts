import type { OrderView } from "@/lib/orders/rules";

/** Statements for states that otherwise need an operator, days, or a bank's error. */
export type OrderState = (order: Pick<OrderView, "instanceId" | "orderId">) => string[];

type RefundState = "pending" | "done" | "refused";

function orderCondition({ instanceId, orderId }: Parameters<OrderState>[0]): string {
  return `draw_id = '${instanceId}' and order_id = '${orderId}'`;
}

function refundRow(state: RefundState, lines: string, cents: string, number = 1): OrderState {
  return (order) => [
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at, answered_at)
      select draw_id, 'RF' || order_id || '0${number}', order_id, order_id, ${lines}, 'requested', 'return', ${cents},
        '${state}', 'admin', now() - interval '2 hours' + interval '${number} minutes',
        ${state === "pending" ? "null" : "now() - interval '1 hour'"}
      from orders where ${orderCondition(order)}`,
  ];
}

function joined(...states: OrderState[]): OrderState {
  return (order) => states.flatMap((state) => state(order));
}

const noLines = "'{}'::int[]";
const fullAmount = "amount_cents";

/** Money that couldn't become numbers, after the order was unknown. */
function surplus(state: RefundState): OrderState {
  return joined(
    (order) => [
      `update payment_attempts set state = 'surplus', ask_at = null where ${orderCondition(order)}`,
      `update orders set status = 'refunded' where ${orderCondition(order)}`,
    ],
    refundRow(state, noLines, fullAmount),
  );
}

/** The bank has no such payment, so the order is reserved again, or over. */
function missing(hold: string): OrderState {
  return (order) => [
    `update payment_attempts set state = 'missing' where ${orderCondition(order)}`,
    `update orders set status = 'reserved', expires_at = now() + interval '${hold}' where ${orderCondition(order)}`,
  ];
}

/** `unpaid` states start from one of two lines, `paid` ones from a paid order, `asked` ones from an unknown one. */
export const orderStates = {
  unpaid: {
    expired: (order) => [`update orders set expires_at = now() - interval '1 minute' where ${orderCondition(order)}`],
  },
  paid: {
    finalized: () => [],
    refunded: joined(refundRow("done", "'{1,2}'::int[]", fullAmount), (order) => [
      `update number_ranges set voided_at = now() where ${orderCondition(order)}`,
      `update orders set status = 'refunded' where ${orderCondition(order)}`,
    ]),
    partly: joined(refundRow("done", "'{1}'::int[]", "500"), (order) => [
      `update number_ranges set voided_at = now() where ${orderCondition(order)} and line_number = 1`,
    ]),
    refunding: refundRow("pending", "'{1,2}'::int[]", fullAmount),
    notRefunded: refundRow("refused", "'{1,2}'::int[]", fullAmount),
  },
  asked: {
    asking: () => [],
    returning: surplus("pending"),
    returned: surplus("done"),
    stuck: surplus("refused"),
    missing: missing("10 minutes"),
    lapsed: missing("-1 minute"),
  },
} as const satisfies Record<string, Record<string, OrderState>>;

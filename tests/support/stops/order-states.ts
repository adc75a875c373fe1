import type { OrderView } from "@/lib/orders/rules";

/** Statements for states that otherwise need an operator, days, or a bank's error. */
export type OrderState = (order: Pick<OrderView, "instanceId" | "orderId">) => string[];

type RefundState = "pending" | "done" | "refused";

function of({ instanceId, orderId }: Parameters<OrderState>[0]): string {
  return `draw_id = '${instanceId}' and order_id = '${orderId}'`;
}

function refundRow(state: RefundState, lines: string, cents: string, number = 1): OrderState {
  return (order) => [
    `insert into refunds (draw_id, refund_number, order_id, gateway_order_number, line_numbers, cause, method,
        amount_cents, state, requested_by, requested_at, answered_at)
      select draw_id, 'RF' || order_id || '0${number}', order_id, order_id, ${lines}, 'requested', 'return', ${cents},
        '${state}', 'admin', now() - interval '2 hours' + interval '${number} minutes',
        ${state === "pending" ? "null" : "now() - interval '1 hour'"}
      from orders where ${of(order)}`,
  ];
}

function joined(...states: OrderState[]): OrderState {
  return (order) => states.flatMap((state) => state(order));
}

const noLines = "'{}'::int[]";
const whole = "amount_cents";

/** Money that couldn't become numbers, after the order was unknown. */
function surplus(state: RefundState): OrderState {
  return joined(
    (order) => [
      `update payment_attempts set state = 'surplus', ask_at = null where ${of(order)}`,
      `update orders set status = 'refunded' where ${of(order)}`,
    ],
    refundRow(state, noLines, whole),
  );
}

/** The bank knows no such payment, so the order is reserved again, or over. */
function missing(hold: string): OrderState {
  return (order) => [
    `update payment_attempts set state = 'missing' where ${of(order)}`,
    `update orders set status = 'reserved', expires_at = now() + interval '${hold}' where ${of(order)}`,
  ];
}

/** `unpaid` states start from one of two lines, `paid` ones from a paid order, `asked` ones from an unknown one. */
export const orderStates = {
  unpaid: {
    expired: (order) => [`update orders set expires_at = now() - interval '1 minute' where ${of(order)}`],
  },
  paid: {
    finalized: () => [],
    refunded: joined(refundRow("done", "'{1,2}'::int[]", whole), (order) => [
      `update number_ranges set voided_at = now() where ${of(order)}`,
      `update orders set status = 'refunded' where ${of(order)}`,
    ]),
    partly: joined(refundRow("done", "'{1}'::int[]", "500"), (order) => [
      `update number_ranges set voided_at = now() where ${of(order)} and line_number = 1`,
    ]),
    refunding: refundRow("pending", "'{1,2}'::int[]", whole),
    notRefunded: refundRow("refused", "'{1,2}'::int[]", whole),
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

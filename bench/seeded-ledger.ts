import type { PaymentGateway } from "@/lib/gateways/payment/gateway";
import { captureOf } from "@/tests/support/core/test-gateway";
import type { Filling } from "@/tests/support/draws/large-draw";
import { filled, orderAt, paymentOf } from "@/tests/support/draws/large-draw";

/** Generates its rows one by one, so it holds nothing in memory. */
export function ledgerOf(gateway: PaymentGateway, filling: Filling): PaymentGateway {
  const rowOf = (n: number) => {
    const { orderNumber, transactionId } = paymentOf(n);
    return captureOf({ orderNumber, amountCents: filled.cents }, { transactionId: String(transactionId) });
  };
  return {
    ...gateway,
    listPayments: async (_credentials, { orderNumber, cursor }) => {
      const skip = Number(cursor ?? 0);
      const order = orderNumber === undefined ? null : orderAt(filling, orderNumber);
      const count = orderNumber === undefined ? Math.max(0, Math.min(500, filling.orders - skip)) : 0;
      const payments = order ? [rowOf(order)] : Array.from({ length: count }, (_, at) => rowOf(skip + at + 1));
      return { kind: "listed", payments, nextCursor: count > 0 ? String(skip + count) : null };
    },
  };
}

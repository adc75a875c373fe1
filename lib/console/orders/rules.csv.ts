import type { CsvCell } from "@/lib/csv";
import { toDollars } from "@/lib/money";
import type { OrderStatus } from "@/lib/orders/rules";
import type { PaymentMethod } from "@/lib/orders/rules.payment";
import type { Translate } from "@/lib/platform/i18n/translator";
import { getStatusKey } from "./rules";

const columns = [
  ...(["draw", "order", "status", "placed", "paid", "timeZone", "tickets", "amount", "refunded", "method"] as const),
  ...(["tablet", "operator", "name", "email", "phone", "test"] as const),
] as const;

/** Email and phone number are masked unless contact details are exported. */
type ExportedBuyer = { name: string; email: string; phone: string | null };

/** Times are in the draw's zone, as `2026-11-20 13:05:00`. */
export type ExportedOrder = {
  drawId: string;
  orderCode: string;
  status: OrderStatus;
  isPartlyRefunded: boolean;
  placedAt: string;
  paidAt: string | null;
  timeZone: string;
  tickets: number;
  amountCents: number;
  refundedCents: number;
  method: PaymentMethod | null;
  device: string | null;
  operator: string | null;
  buyer: ExportedBuyer | null;
  isTest: boolean;
};

export function getCsvHeadings(t: Translate): string[] {
  return columns.map((column) => t(`console.orders.csv.columns.${column}`));
}

export function toCsvCells(t: Translate, order: ExportedOrder): CsvCell[] {
  const { method, buyer } = order;
  const cells: Record<(typeof columns)[number], CsvCell> = {
    draw: order.drawId,
    order: order.orderCode,
    status: t(`console.orders.statuses.${getStatusKey(order)}`),
    placed: order.placedAt,
    paid: order.paidAt,
    timeZone: order.timeZone,
    tickets: order.tickets,
    amount: toDollars(order.amountCents),
    refunded: toDollars(order.refundedCents),
    method: method && t(`console.orders.sale.methods.${method}`),
    tablet: order.device,
    operator: order.operator,
    name: buyer?.name ?? null,
    email: buyer?.email ?? null,
    phone: buyer?.phone ?? null,
    test: order.isTest ? t("console.orders.test") : null,
  };
  return columns.map((column) => cells[column]);
}

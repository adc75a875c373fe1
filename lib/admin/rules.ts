import type { OrderStatus } from "@/lib/orders/rules";

/** One line of an order with its numbers, null while it has none; `amount` in dollars. */
export type AdminLine = {
  line: number;
  poolId: string;
  packageId: string;
  bundleId: string | null;
  quantity: number;
  tickets: number;
  amount: number;
  numbers: { first: number; last: number; voidedAt: string | null } | null;
};

/** One try to pay an order; `captured` is in dollars and null unless the money was surplus. */
export type AdminAttempt = {
  gatewayOrderNumber: string;
  state: string;
  reason: string | null;
  amount: number;
  captured: number | null;
  transactionId: string | null;
  code: number | null;
  sentAt: string;
  answeredAt: string | null;
  askAt: string | null;
};

/** One try to give money back; `lines` is empty where the payment never became numbers. */
export type AdminRefund = {
  refundNumber: string;
  gatewayOrderNumber: string;
  state: string;
  reason: string | null;
  cause: string;
  method: string;
  amount: number;
  lines: number[];
  requestedBy: string;
  /** The device that made it, or from whose drawer an admin's cash came; null for any other. */
  deviceId: string | null;
  transactionId: string | null;
  code: number | null;
  requestedAt: string;
  answeredAt: string | null;
  askAt: string | null;
};

/** One mail to the buyer of an order. */
export type AdminMail = { kind: string; state: string; queuedAt: string; sentAt: string | null; tries: number };

/**
 * All that an admin is shown of an order; amounts in dollars, instants in ISO. The address stays masked: nobody needs
 * it.
 */
export type AdminOrder = {
  instanceId: string;
  orderId: string;
  orderCode: string;
  status: OrderStatus;
  amount: number;
  isTest: boolean;
  placedAt: string;
  expiresAt: string;
  finalizedAt: string | null;
  buyer: { name: string; maskedEmail: string } | null;
  /** When its buyer was erased, and their province; null for all other orders, whether they had a buyer or not. */
  erased: { at: string; province: string | null } | null;
  lines: AdminLine[];
  attempts: AdminAttempt[];
  refunds: AdminRefund[];
  mails: AdminMail[];
};

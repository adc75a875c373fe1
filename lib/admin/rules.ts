import type { OrderStatus } from "@/lib/orders/rules";
import type { MaskedBuyer } from "@/lib/orders/rules.identity";
import type { MailKind, MailState } from "@/lib/receipts/rules";

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

/** `captured` is in dollars, and null unless the payment was surplus. */
export type AdminAttempt = {
  gatewayOrderNumber: string | null;
  state: string;
  reason: string | null;
  amount: number;
  captured: number | null;
  transactionId: string | null;
  /** Providers use numbers or text. */
  code: number | string | null;
  sentAt: string;
  answeredAt: string | null;
  askAt: string | null;
};

/** `lines` is empty if the payment was never given numbers. */
export type AdminRefund = {
  refundNumber: string | null;
  gatewayOrderNumber: string | null;
  state: string;
  reason: string | null;
  cause: string;
  method: string;
  amount: number;
  lines: number[];
  requestedBy: string;
  /** The device that refunded, or the one whose drawer an admin refunded cash from. */
  deviceId: string | null;
  transactionId: string | null;
  code: number | string | null;
  requestedAt: string;
  answeredAt: string | null;
  askAt: string | null;
};

export type AdminMail = { kind: MailKind; state: MailState; queuedAt: string; sentAt: string | null; tries: number };

/** Amounts are in dollars, times in ISO. The id and numbers made of it are null for admins without rights on orders. */
export type AdminOrder = {
  instanceId: string;
  orderId: string | null;
  orderCode: string;
  status: OrderStatus;
  amount: number;
  isTest: boolean;
  placedAt: string;
  expiresAt: string;
  finalizedAt: string | null;
  buyer: MaskedBuyer | null;
  erased: { at: string; province: string | null } | null;
  lines: AdminLine[];
  attempts: AdminAttempt[];
  refunds: AdminRefund[];
  mails: AdminMail[];
};

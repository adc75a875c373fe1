import type { SellerView, TerminalOrder, TerminalOrderRow } from "@/lib/terminal/orders/rules";
import { fakeOrder } from "./fake-order";

const ownSeller: SellerView = { channel: "device", device: "Gate 3", operator: "Sam", isOwn: true };

/** An order of $10 that this device holds. */
export function fakeRow(changes: Partial<TerminalOrderRow> = {}): TerminalOrderRow {
  return {
    instanceId: "demo",
    orderId: "0123456789ABCDEFGHJKMNPQRS",
    orderCode: "MH1",
    status: "reserved",
    amount: 10,
    tickets: 10,
    placedAt: "2026-11-20T12:00:00Z",
    expiresAt: "2026-11-20T12:15:00Z",
    finalizedAt: null,
    buyer: null,
    seller: ownSeller,
    method: null,
    isPartlyRefunded: false,
    lastPayment: null,
    answerBy: null,
    nextStep: "resume",
    isTest: true,
    ...changes,
  };
}

/** An order that this device has reserved. */
export function fakeTerminalOrder(changes: Partial<TerminalOrder> = {}): TerminalOrder {
  return {
    ...fakeOrder({ soldBy: "Gate 3" }),
    seller: ownSeller,
    attempts: [],
    history: [],
    hasOwnCash: false,
    reprints: 0,
    nextStep: "resume",
    actions: ["cash", "cancel"],
    noRefund: null,
    refundable: [],
    ...changes,
  };
}

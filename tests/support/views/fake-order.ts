import type { OrderView } from "@/lib/orders/rules";

/** A reserved order of $10. */
export function fakeOrder(changes: Partial<OrderView> = {}): OrderView {
  return {
    orderId: "0123456789ABCDEFGHJKMNPQRS",
    orderCode: "MH1",
    instanceId: "demo",
    status: "reserved",
    amount: 10,
    currency: "CAD",
    locale: "en",
    placedAt: "2026-11-20T12:00:00Z",
    expiresAt: "2026-11-20T12:15:00Z",
    finalizedAt: null,
    extensionsLeft: 10,
    attemptsLeft: 10,
    lines: [{ poolId: "main", packageId: "p10", quantity: 1, tickets: 10, amount: 10 }],
    numbers: [],
    refunds: [],
    lastPayment: null,
    buyer: { name: "Marie Tremblay", maskedEmail: "m•••@example.com" },
    teamId: null,
    soldBy: null,
    method: null,
    card: null,
    validationNumber: null,
    isErased: false,
    isTest: true,
    ...changes,
  };
}

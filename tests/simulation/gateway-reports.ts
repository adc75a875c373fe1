import type { LookupOutcome, PaymentGateway, PaymentList } from "@/lib/gateways/bambora/gateway";

import { reportAt } from "./bank";
import type { Desk } from "./desk";
import { dieAt } from "./desk";

/** Rows of a page: few, so that a handful of payments fills several. */
const pageRows = 3;

function pageOf({ bank, clock }: Desk, orderNumber: string | undefined, skip: number): PaymentList {
  const rows = reportAt(bank, clock.now(), orderNumber);
  if (orderNumber && rows.length === 0) bank.notFound.set(orderNumber, (bank.notFound.get(orderNumber) ?? 0) + 1);
  const payments = rows.slice(skip, skip + pageRows);
  return { kind: "listed", payments, nextSkip: skip + pageRows < rows.length ? skip + pageRows : null };
}

function paymentBy({ bank, clock }: Desk, transactionId: string, orderNumber?: string): LookupOutcome {
  const now = clock.now();
  const isMeant = (one: { transactionId: string; orderNumber: string; at: number }) =>
    one.transactionId === transactionId && one.at <= now && (!orderNumber || one.orderNumber === orderNumber);
  const found = bank.captures.find(isMeant);
  if (found) {
    return {
      kind: "approved",
      transactionId,
      amountCents: found.amountCents,
      code: 1,
      cardType: "VI",
      lastFour: "1234",
    };
  }
  const declined = bank.declined.find(isMeant);
  return declined ? { kind: "refused", reason: "declined", code: 7, transactionId } : { kind: "not-found" };
}

/** Tells what the bank knows, and does not when it cannot be reached. */
export function reportsOf(desk: Desk): Pick<PaymentGateway, "readPayment" | "listPayments"> {
  const { turns, call } = desk;
  return {
    listPayments: async (_credentials, { orderNumber, skip = 0 }) => {
      const fault = await turns.take(call, "report", `report ${orderNumber ?? "of the day"}`);
      if (fault.startsWith("dies")) return dieAt(desk);
      return fault === "unreachable" ? { kind: "unreachable" } : pageOf(desk, orderNumber, skip);
    },
    readPayment: async (_credentials, transactionId, orderNumber) => {
      const fault = await turns.take(call, "lookup", `payment ${transactionId}`);
      if (fault.startsWith("dies")) return dieAt(desk);
      return fault === "unreachable" ? { kind: "unknown", code: null } : paymentBy(desk, transactionId, orderNumber);
    },
  };
}

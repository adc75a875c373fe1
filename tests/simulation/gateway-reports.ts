import type { ListedPayment, LookupOutcome, PaymentGateway, PaymentList } from "@/lib/gateways/payment/port";

import { reportAt } from "./bank";
import type { BankCall } from "./bank-call";
import { dieDuring } from "./bank-call";

/** Few rows, so that a handful of payments fills several pages. */
const pageRows = 3;

export function createReports(bankCall: BankCall): Pick<PaymentGateway, "readPayment" | "listPayments"> {
  const { turns, call, clock } = bankCall;
  let reading: Reading = { from: 0, shown: new Set() };
  return {
    listPayments: async (_credentials, { orderNumber, cursor }) => {
      const skip = Number(cursor ?? 0);
      const about = `report ${orderNumber ?? `from row ${skip + 1}`}`;
      const fault = await turns.take(call, orderNumber ? "report" : "pages", about);
      if (fault.startsWith("dies")) return dieDuring(bankCall);
      if (fault === "unreachable") return { kind: "unreachable" };
      if (orderNumber) return rowsOfNumber(bankCall, orderNumber, skip);
      if (skip === 0) reading = { from: clock.now(), shown: new Set() };
      return createPage(bankCall, reading, skip, fault);
    },
    readPayment: async (_credentials, transactionId, orderNumber) => {
      const fault = await turns.take(call, "lookup", `payment ${transactionId}`);
      if (fault.startsWith("dies")) return dieDuring(bankCall);
      return fault === "unreachable"
        ? { kind: "unknown", code: null }
        : paymentBy(bankCall, transactionId, orderNumber);
    },
  };
}

function toNextCursor(rows: readonly ListedPayment[], skip: number): string | null {
  return skip + pageRows < rows.length ? String(skip + pageRows) : null;
}

function rowsOfNumber({ bank, clock }: BankCall, orderNumber: string, skip: number): PaymentList {
  const rows = reportAt(bank, clock.now(), orderNumber);
  if (rows.length === 0) bank.notFound.set(orderNumber, (bank.notFound.get(orderNumber) ?? 0) + 1);
  return { kind: "listed", payments: rows.slice(skip, skip + pageRows), nextCursor: toNextCursor(rows, skip) };
}

/** Another account's captures under our numbers, which a lookup by number never shows. */
function foreignRows({ bank }: BankCall): ListedPayment[] {
  return bank.charged.map(({ orderNumber }, at) => ({
    transactionId: `9${at}`,
    orderNumber,
    kind: "capture" as const,
    approved: true,
    amountCents: 1000,
    currency: "CAD",
    returnedCents: 0,
    voided: false,
    at: null,
  }));
}

function faultyPage(bankCall: BankCall, all: ListedPayment[], skip: number, fault: string): ListedPayment[] {
  const page = all.slice(skip, skip + pageRows);
  if (fault === "incomplete") return page.filter((_row, at) => at % 2 === 1);
  if (fault === "repeated") return all.slice(Math.max(0, skip - pageRows), skip);
  if (fault === "shuffled") return all.toReversed().slice(skip, skip + pageRows);
  return fault === "foreign" ? [...page, ...foreignRows(bankCall)] : page;
}

type Reading = { from: number; shown: Set<string> };

/** `reading` is what its reader has been shown so far. */
function createPage(bankCall: BankCall, reading: Reading, skip: number, fault: string): PaymentList {
  const all = reportAt(bankCall.bank, bankCall.clock.now());
  const payments = faultyPage(bankCall, all, skip, fault);
  for (const { orderNumber } of payments) reading.shown.add(orderNumber);
  const nextCursor = fault === "cut" ? null : toNextCursor(all, skip);
  if (nextCursor === null) bankCall.bank.readings.push(reading);
  return { kind: "listed", payments, nextCursor };
}

function paymentBy({ bank, clock }: BankCall, transactionId: string, orderNumber?: string): LookupOutcome {
  const now = clock.now();
  const isMeant = (one: { transactionId: string; orderNumber: string; at: number }) =>
    one.transactionId === transactionId && one.at <= now && (!orderNumber || one.orderNumber === orderNumber);
  const found = bank.captures.find(isMeant);
  if (found) {
    return {
      kind: "approved",
      transactionId,
      amountCents: found.amountCents,
      code: "1",
      cardType: "VI",
      lastFour: "1234",
    };
  }
  const declined = bank.declined.find(isMeant);
  return declined ? { kind: "refused", reason: "declined", code: "7", transactionId } : { kind: "not-found" };
}

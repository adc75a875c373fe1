import type { CaptureSums } from "@/lib/gateways/payment/rules.captures";
import type { RefundMethod, RefundState } from "@/lib/orders/rules.refunds";
import type { Finding } from "./rules.findings";

export type RecordedRefund = {
  refundNumber: string;
  state: RefundState;
  method: RefundMethod;
  amountCents: number;
  answeredAt: Date | null;
};

type GatewayMethod = Exclude<RefundMethod, "cash">;

const checks = { void: "void-without-refund", return: "return-without-refund" } as const;

function sumCents(refunds: readonly RecordedRefund[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** `certain` refunds must be in the gateway's report. `possible` ones are in flight and may be. */
function splitRefunds(refunds: readonly RecordedRefund[], settledBy: Date) {
  const done = refunds.filter(({ state }) => state === "done");
  const certain = done.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= settledBy);
  const late = done.filter((refund) => !certain.includes(refund));
  return { certain, possible: [...late, ...refunds.filter(({ state }) => state === "sent" || state === "unknown")] };
}

export function sumRefunded(refunds: readonly RecordedRefund[], settledBy: Date) {
  const { certain, possible } = splitRefunds(refunds, settledBy);
  return { certainCents: sumCents(certain), possibleCents: sumCents(possible) };
}

/** A row may have a smaller amount if the sum shows that the rest was returned in another way. */
function findDifferentAmounts(
  done: readonly RecordedRefund[],
  { reversals }: CaptureSums,
  isAllBack: boolean,
): Finding[] {
  return done.flatMap(({ refundNumber, amountCents }) => {
    const row = reversals.find(({ orderNumber }) => orderNumber === refundNumber);
    if (!row || row.amountCents === amountCents || (isAllBack && row.amountCents < amountCents)) return [];
    return [{ check: "refund-amount", detail: { refundNumber, amountCents, givenBackCents: row.amountCents } }];
  });
}

function compareMethod(
  method: GatewayMethod,
  of: readonly RecordedRefund[],
  sums: CaptureSums,
  settledBy: Date,
): Finding[] {
  const { certain, possible } = splitRefunds(
    of.filter((refund) => refund.method === method),
    settledBy,
  );
  const refundedCents = sumCents(certain);
  const givenBackCents = method === "void" ? sums.voidedCents : sums.returnedCents;
  const amounts = findDifferentAmounts(certain, sums, givenBackCents >= refundedCents);
  if (amounts.length > 0) return amounts;
  if (givenBackCents < refundedCents) return [{ check: "refund-missing", detail: { refundedCents, givenBackCents } }];
  if (givenBackCents <= refundedCents + sumCents(possible)) return [];
  const { capturedCents } = sums;
  const detail = {
    capturedCents,
    [method === "void" ? "voidedCents" : "returnedCents"]: givenBackCents,
    refundedCents,
  };
  return [{ check: checks[method], detail }];
}

export function compareReversals(refunds: readonly RecordedRefund[], sums: CaptureSums, settledBy: Date): Finding[] {
  return [...compareMethod("return", refunds, sums, settledBy), ...compareMethod("void", refunds, sums, settledBy)];
}

import type { CaptureSums } from "@/lib/gateways/payment/rules.captures";
import type { RefundMethod, RefundState } from "@/lib/orders/rules.refunds";
import type { Finding } from "./rules.findings";

/** What is compared of a refund; its amount in cents. */
export type RefundFacts = {
  refundNumber: string;
  state: RefundState;
  method: RefundMethod;
  amountCents: number;
  answeredAt: Date | null;
};

type GatewayMethod = Exclude<RefundMethod, "cash">;

const checks = { void: "void-without-refund", return: "return-without-refund" } as const;

function sumCents(refunds: readonly RefundFacts[]): number {
  return refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);
}

/** Refunds that are at the gateway for certain, and those that may be there or not. */
function sortRefunds(refunds: readonly RefundFacts[], settledBy: Date) {
  const done = refunds.filter(({ state }) => state === "done");
  const certain = done.filter(({ answeredAt }) => answeredAt !== null && answeredAt <= settledBy);
  const late = done.filter((refund) => !certain.includes(refund));
  return { certain, possible: [...late, ...refunds.filter(({ state }) => state === "sent" || state === "unknown")] };
}

/** Cents of refunds that are at the gateway for certain, and of those that may be there or not. */
export function sumRefunded(refunds: readonly RefundFacts[], settledBy: Date) {
  const { certain, possible } = sortRefunds(refunds, settledBy);
  return { certainCents: sumCents(certain), possibleCents: sumCents(possible) };
}

/**
 * Refunds whose own row at the gateway has another amount. It may be less where the rest went back in another way:
 * their sum tells.
 */
function findAmounts(done: readonly RefundFacts[], { givenBack }: CaptureSums, isAllBack: boolean): Finding[] {
  return done.flatMap(({ refundNumber, amountCents }) => {
    const row = givenBack.find(({ orderNumber }) => orderNumber === refundNumber);
    if (!row || row.amountCents === amountCents || (isAllBack && row.amountCents < amountCents)) return [];
    return [{ check: "refund-amount", detail: { refundNumber, amountCents, givenBackCents: row.amountCents } }];
  });
}

function compareMethod(
  method: GatewayMethod,
  of: readonly RefundFacts[],
  sums: CaptureSums,
  settledBy: Date,
): Finding[] {
  const { certain, possible } = sortRefunds(
    of.filter((refund) => refund.method === method),
    settledBy,
  );
  const refundedCents = sumCents(certain);
  const givenBackCents = method === "void" ? sums.voidedCents : sums.returnedCents;
  const amounts = findAmounts(certain, sums, givenBackCents >= refundedCents);
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

/** What is wrong between an attempt's refunds and what the gateway gave back of its money, as `compareCaptures`. */
export function compareReversals(refunds: readonly RefundFacts[], sums: CaptureSums, settledBy: Date): Finding[] {
  return [...compareMethod("return", refunds, sums, settledBy), ...compareMethod("void", refunds, sums, settledBy)];
}

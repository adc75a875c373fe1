import { formatHead } from "@/lib/audit/rules.chain";
import type { InvariantCheck, InvariantReport, Violation } from "@/lib/invariants/rules.invariants";
import type { ViolationDetail } from "@/lib/reconciliation/rules.findings";
import { dollars } from "@/scripts/command/amounts";

type Explain = (subject: string, detail: ViolationDetail) => string;

export function explain({ check, drawId, subject, detail }: Violation): string {
  return `  ${drawId ?? "(no draw)"}: ${explanations[check](subject, detail)}`;
}

export function invariantLines({ checkedAt, checks, violations, totals, heads }: InvariantReport): string[] {
  const failed = checks.filter(({ rows }) => rows > 0);
  const found = failed.flatMap(({ check, rows }) => {
    const named = violations.filter((violation) => violation.check === check);
    const more = rows > named.length ? [`  and ${rows - named.length} more`] : [];
    return [`${check}: ${rows}`, ...named.map(explain), ...more];
  });
  const { orders, ranges, tickets, sealed, finalizedCents, capturedCents, refundedCents, cashCents } = totals;
  const isPartial = failed.some(({ check }) => check === "gateway-unreachable");
  const soFar = isPartial ? ", as far as the gateway could be reached" : "";
  const verdict =
    failed.length > 0 ? `${failed.length} of ${checks.length} checks failed` : `${checks.length} checks passed`;
  return [
    ...found,
    `${verdict} at ${checkedAt}.`,
    `Orders ${orders}, ranges ${ranges}, tickets ${tickets}, sealed audit entries ${sealed}.`,
    `Finalized ${dollars(finalizedCents)}, cash taken ${dollars(cashCents)}, ` +
      `captured at the gateway ${dollars(capturedCents)}, refunded there ${dollars(refundedCents)}${soFar}.`,
    ...heads.map((head) => `Sealed up to ${formatHead(head)}`),
  ];
}

function counter(of: string, sumOf: string, format: (value: ViolationDetail[string] | undefined) => string): Explain {
  return (subject, { counter: value, sum }) =>
    `pool ${subject}: ${of} counter says ${format(value)}, ${sumOf} add up to ${format(sum)}`;
}

const toText = (value: ViolationDetail[string] | undefined) => String(value);

const unreachableReasons: Record<string, string> = {
  "no-answer": "the gateway didn't answer",
  "no-credentials": "the draw has no payment credentials",
  "no-reporting-passcode": "no draw of this merchant has a reporting passcode",
  "passcode-refused": "the gateway refused every reporting passcode",
  "too-many-rows": "the report has more rows than one check can read",
  "too-many-payments": "more payments differ than one check can look up again",
};

function explainUnreachable(subject: string, { reason, payments }: ViolationDetail): string {
  const count = payments === undefined ? "its payments were" : `${payments} payment(s) were`;
  return `merchant ${subject}: ${unreachableReasons[String(reason)] ?? reason}; ${count} not compared`;
}

function explainOverdue(subject: string, detail: ViolationDetail): string {
  const { state, amountCents, sentAt, askAt, asks, capturedCents } = detail;
  const money = capturedCents === undefined ? "" : `; the gateway has captured ${dollars(capturedCents)}`;
  const next = askAt === null ? "no further lookup is scheduled" : `next lookup at ${askAt}`;
  return `payment ${subject} of ${dollars(amountCents)} has been ${state} since ${sentAt}, looked up ${asks} times, ${next}${money}`;
}

function explainStranger(subject: string, { capturedCents, merchantId, restoredTo }: ViolationDetail): string {
  const step = restoredTo
    ? `it may have been lost when the database was restored to ${restoredTo}. If nobody else sells on this account, ` +
      `refund it with: npm run order -- return ${subject}`
    : "it isn't this installation's, or was lost before a restore: ask whoever else sells on this account";
  return (
    `the gateway captured ${dollars(capturedCents)} under ${subject} (merchant ${merchantId}), but no payment here has ` +
    `that number; ${step}`
  );
}

function describeRefunds(cents: ViolationDetail[string] | undefined): string {
  return Number(cents ?? 0) > 0 ? `only ${dollars(cents)} by a refund here` : "without a refund here";
}

const winnerProblems: Record<string, string> = {
  "not-sold": "was never sold here and isn't marked as a paper ticket",
  "sold-here": "is marked as a paper ticket, but was sold here",
  "sold-later": "was sold after the drawing",
  "given-back": "is void, or its refund is open",
  "sale-lost": "belongs to a sale that was lost with a database",
  "not-yet-drawn": "has a drawing time in the future",
  "sales-open": "was drawn while sales were open",
  duplicate: "is listed more often than there are prizes",
};

const explanations: Record<InvariantCheck, Explain> = {
  "number-duplicate": (subject, { lastBefore }) => `numbers ${subject} repeat numbers up to ${lastBefore}`,
  "number-gap": (subject, { lastBefore }) => `numbers ${subject} leave a gap after ${lastBefore}`,
  "line-without-numbers": (subject, { tickets, numbers, poolId }) =>
    `order line ${subject} has ${numbers} numbers in pool ${poolId} for ${tickets} tickets sold`,
  "numbers-without-sale": (subject, { orderCode, status }) =>
    `numbers ${subject} don't belong to any sold line (order ${orderCode ?? "unknown"}, ${status ?? "not found"})`,
  "limit-exceeded": (subject, { sold, reserved, maxTickets }) =>
    `pool ${subject}: ${sold} sold and ${reserved} held exceed the limit of ${maxTickets}`,
  "jackpot-exceeded": (subject, { jackpotBaseCents, salesCents, reservedCents, maxJackpotCents }) =>
    `pool ${subject}: a pot of ${dollars(Number(jackpotBaseCents) + Number(salesCents) + Number(reservedCents))} ` +
    `exceeds the limit of ${dollars(maxJackpotCents)}`,
  "sold-counter": counter("the sold", "its ranges", toText),
  "voided-counter": counter("the void", "its void ranges", toText),
  "reserved-counter": counter("the held", "lines of open orders", toText),
  "sales-counter": counter("the sales", "lines of finalized orders", dollars),
  "reserved-cents-counter": counter("the held amount", "lines of open orders", dollars),
  "team-counter": counter("the team's", "valid ranges of its supporters", toText),
  "half-hour-sales": (subject, { figure, counter: counted, sum }) =>
    `sales of the half hour ${subject}: ${figure} is ${toText(counted)} on the console's home, but ${toText(sum)} in the report`,
  "order-amount": (subject, { amountCents, linesCents }) =>
    `order ${subject} is ${dollars(amountCents)}, its lines are ${dollars(linesCents)}`,
  "order-without-payment": (subject, { amountCents }) =>
    `order ${subject} of ${dollars(amountCents)} is finalized without an approved payment`,
  "order-stuck": (subject, { status }) => `order ${subject} is ${status} but has no open payment`,
  "payment-without-order": (subject, { orderCode, status, amountCents }) =>
    `payment ${subject} of ${dollars(amountCents)} is approved, its order ${orderCode ?? ""} is ${status ?? "not found"}`,
  "payment-amount": (subject, { orderCents, amountCents }) =>
    `payment ${subject} is ${dollars(amountCents)}, its order is ${dollars(orderCents)}`,
  "several-approved": (subject, { approved, amountCents }) =>
    `order ${subject} has ${approved} approved payments, ${dollars(amountCents)} in all`,
  "attempt-astray": (subject, { state, orderCode, status }) =>
    `payment ${subject} is ${state}, but its order ${orderCode ?? ""} is ${status ?? "not found"}`,
  "attempt-overdue": explainOverdue,
  "numbers-void-unrefunded": (subject) => `numbers ${subject} are void, but their money was not refunded`,
  "refund-without-void": (subject, { amountCents, line }) =>
    `refund ${subject} of ${dollars(amountCents)} is done, but numbers of line ${line} are valid`,
  "refund-repeated": (subject, { refunds }) => `order line ${subject} was refunded ${refunds} times`,
  "refund-unlike-lines": (subject, { amountCents, linesCents }) =>
    `refund ${subject} is ${dollars(amountCents)}, its lines are ${dollars(linesCents)}`,
  "refund-above-payment": (subject, { capturedCents, refundedCents }) =>
    `refunds of payment ${subject} add up to ${dollars(refundedCents)}, more than the ${dollars(capturedCents)} paid`,
  "refund-overdue": (subject, { state, amountCents, requestedAt }) =>
    `refund ${subject} of ${dollars(amountCents)} has been ${state} since ${requestedAt}: handle it manually`,
  "refunded-astray": (subject, { status, valid }) =>
    `order ${subject} is ${status} but still has ${valid} valid ranges of numbers`,
  "surplus-kept": (subject, { capturedCents, refundedCents }) =>
    `payment ${subject} of ${dollars(capturedCents)} got no numbers, but only ${dollars(refundedCents)} of it is being refunded`,
  "cancelled-unrefunded": (subject, { amountCents }) =>
    `order ${subject} of ${dollars(amountCents)} belongs to a cancelled draw, and nothing refunds it`,
  "verification-kept": (subject, { capturedCents, sentAt }) =>
    `payment ${subject} of ${dollars(capturedCents)} verified Apple Pay at ${sentAt} and was never refunded: refund it at /hashtest`,
  "receipt-missing": (subject, { finalizedAt }) =>
    `order ${subject}, finalized ${finalizedAt}, has no receipt in the outbox`,
  "winner-unfounded": (subject, { prizeType, drawnAt, problem }) =>
    `published winner ${subject} (${prizeType}, drawn ${drawnAt}) ${winnerProblems[String(problem)] ?? problem}`,
  "audit-missing": (subject, { of, actions }) => `${of} ${subject}: the audit log has no entry for ${actions}`,
  "audit-unfounded": (subject, { of, actions }) =>
    `${of} ${subject}: the audit log says ${actions}, but that isn't true, or no longer is`,
  "audit-unsealed": (subject, { entries, oldestAt }) =>
    `${entries} audit entries of ${subject} are waiting to be sealed, the oldest since ${oldestAt}`,
  "audit-late": (subject, { entries, firstSequence, sealedAt }) =>
    `${entries} audit entries of ${subject}, the first at place ${firstSequence}, were sealed more than an hour after their ` +
    `times, the first at ${sealedAt}, though the job ran in between: someone overwrote them and had them sealed again`,
  "audit-chain": (subject, { problem }) =>
    problem === "missing" ? `audit ${subject} is missing` : `audit ${subject} differs from what was sealed`,
  "audit-head": (subject, { problem }) =>
    problem === "missing"
      ? `there is no entry at the audit head ${subject}: the chain was cut off`
      : `the seal at the audit head ${subject} is different: the chain was rewritten`,
  "capture-missing": (subject, { amountCents }) =>
    `payment ${subject} of ${dollars(amountCents)} is approved here, but the gateway has no record of it`,
  "capture-unknown": explainStranger,
  "capture-declined": (subject, { capturedCents }) =>
    `payment ${subject} was declined here, but the gateway captured ${dollars(capturedCents)}`,
  "capture-late": (subject, { capturedCents }) =>
    `payment ${subject} was given up because the gateway had no record of it, but ${dollars(capturedCents)} was captured since`,
  "capture-repeated": (subject, { captures, capturedCents }) =>
    `payment ${subject} was captured ${captures} times, ${dollars(capturedCents)} in all`,
  "transaction-conflict": (subject, { transactionId, rows, leastCents, mostCents }) =>
    `payment ${subject}: the gateway's report has ${rows} different rows of transaction ${transactionId} (from ` +
    `${dollars(leastCents)} to ${dollars(mostCents)}): refund nothing, ask the gateway which is true`,
  "capture-amount": (subject, { amountCents, capturedCents, currency }) =>
    `payment ${subject} is ${dollars(amountCents)}, the gateway captured ${dollars(capturedCents)} ${currency ?? ""}`.trim(),
  "capture-transaction": (subject, { transactionId, capturedTransactionId }) =>
    `payment ${subject} is transaction ${transactionId} here and ${capturedTransactionId} at the gateway`,
  "return-without-refund": (subject, { returnedCents, refundedCents }) =>
    `${dollars(returnedCents)} of payment ${subject} was returned at the gateway, ${describeRefunds(refundedCents)}`,
  "void-without-refund": (subject, { voidedCents, refundedCents }) =>
    `payment ${subject} of ${dollars(voidedCents)} was voided at the gateway, ${describeRefunds(refundedCents)}`,
  "refund-missing": (subject, { refundedCents, givenBackCents }) =>
    `${dollars(refundedCents)} of payment ${subject} was refunded here, but ${dollars(givenBackCents)} at the gateway`,
  "refund-amount": (subject, { refundNumber, amountCents, givenBackCents }) =>
    `refund ${refundNumber} of payment ${subject} is ${dollars(amountCents)} here, but ${dollars(givenBackCents)} at the gateway`,
  "refund-unknown": (subject, { givenBackCents, merchantId }) =>
    `the gateway refunded ${dollars(givenBackCents)} under ${subject} (merchant ${merchantId}), but no refund here has that number`,
  "gateway-unreachable": explainUnreachable,
};

import "server-only";

import type { Context } from "@/lib/context";
import { hourMs } from "@/lib/durations";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import type { ListedPayment, PaymentAccount, PaymentList } from "@/lib/gateways/payment/port";
import { selectDistinctRows, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import type { ReportProgress } from "@/lib/progress";
import type { Merchant } from "./list-merchants";
import type { RecordedAttempt } from "./rules.captures";
import { compareCaptures, isOurNumber, isOurRefundNumber } from "./rules.captures";
import type { GatewayMoney } from "./rules.gateway-money";
import { addMoney } from "./rules.gateway-money";
import { findRecordedAttempts, findRefundedNumbers } from "./store.captures";

export type ReportAccess = { credentials: PaymentAccount; from: Date };

/** Filled merchant by merchant. */
export type Comparison = {
  at: Date;
  /** Null stands for the beginning of the merchant's first draw. */
  from: Date | null;
  drawIds: ReadonlySet<string>;
  /** Numbers of payments with a capture, and of refunds with a reversal. */
  reportedNumbers: Set<string>;
  /** Payments that differ from the report, by order number. They are looked up again. */
  discrepancies: Map<string, ReportAccess>;
  counted: Set<string>;
  money: GatewayMoney;
  /** Rows by draw. Null is money of an unknown draw. */
  untimed: Map<string | null, number>;
};

export type CapturesResult =
  | ({ ok: true } & ReportAccess)
  | { ok: false; reason: "no-answer" | "passcode-refused" | "too-many-rows" };

/** `owner` is the number of the attempt that the rows belong to. */
type PaymentGroup = { number: string; owner: string; attempt: RecordedAttempt | null; payments: ListedPayment[] };

/** With 500 rows a page, more than the draws of one merchant can have. */
const maxPages = 10_000;

/** Tries each reporting passcode of the merchant's draws. */
export async function readCaptures(
  ctx: Context,
  merchant: Merchant,
  comparison: Comparison,
  tell: ReportProgress,
): Promise<CapturesResult> {
  const from = new Date(Math.min(...merchant.draws.map(({ since }) => since.getTime())) - 24 * hourMs);
  let read: CapturesResult = { ok: false, reason: "passcode-refused" };
  for (const credentials of merchant.credentials) {
    read = await readReport(ctx, { credentials, from }, comparison, tell);
    if (read.ok || read.reason !== "passcode-refused") return read;
  }
  return read;
}

function groupByNumber(payments: ListedPayment[]): Map<string, ListedPayment[]> {
  const groups = new Map<string, ListedPayment[]>();
  for (const payment of payments) {
    const group = groups.get(payment.orderNumber);
    if (group) group.push(payment);
    else groups.set(payment.orderNumber, [payment]);
  }
  return groups;
}

/** Returns when our payment or refund was made, by our clock, or null if it isn't known. */
function getOwnTime({ number, owner, attempt }: PaymentGroup): Date | null {
  if (!attempt || number === owner) return attempt?.sentAt ?? null;
  return attempt.refunds.find(({ refundNumber }) => refundNumber === number)?.answeredAt ?? null;
}

/** The gateway lists a row without a time on every day, so it counts on the day of our own time. */
function countUntimed({ from, at, untimed }: Comparison, group: PaymentGroup): boolean {
  const ownAt = getOwnTime(group);
  const isOfDay = from !== null && ownAt !== null && ownAt >= from && ownAt <= at;
  const drawId = group.attempt?.drawId ?? null;
  if (isOfDay || ownAt === null) untimed.set(drawId, (untimed.get(drawId) ?? 0) + 1);
  return isOfDay;
}

/** Counts each row once. Without `from`, counts only attempts that were settled by the time of the check. */
function countMoney(comparison: Comparison, group: PaymentGroup): void {
  const { money, at, from, counted } = comparison;
  const { attempt, payments } = group;
  if (!from && attempt && (!attempt.answeredAt || attempt.answeredAt > at)) return;
  // Contradictory rows of one transaction all count, because they are reported as a finding anyway.
  const rows = selectDistinctRows(payments).filter(({ transactionId }) => !counted.has(transactionId));
  for (const payment of rows) {
    counted.add(payment.transactionId);
    if (from && !payment.at && !countUntimed(comparison, group)) continue;
    addMoney(money, attempt?.drawId ?? null, payment);
  }
}

function markReported({ reportedNumbers }: Comparison, { number, payments }: PaymentGroup): void {
  const { captures, reversals } = sumCaptures(payments);
  if (captures.length > 0 || (isOurRefundNumber(number) && reversals.length > 0)) reportedNumbers.add(number);
}

function isRefundAsRecorded({ number, attempt, payments }: PaymentGroup): boolean {
  const refund = attempt?.refunds.find(({ refundNumber }) => refundNumber === number);
  const made = payments.filter(({ approved }) => approved);
  const isDone = refund?.state === "done";
  return made.every((row) => isDone && row.kind === refund.method && row.amountCents === refund.amountCents);
}

/**
 * The report grows while its pages are read, so rows of one number may be on two pages or be repeated. Differences
 * found here are therefore looked up again.
 */
function recordGroup(comparison: Comparison, access: ReportAccess, group: PaymentGroup): void {
  const { number, owner, attempt, payments } = group;
  if (attempt ? !comparison.drawIds.has(attempt.drawId) : !isOurNumber(number) && !isOurRefundNumber(number)) return;
  const isOpen = attempt?.state === "sent" || attempt?.state === "unknown";
  const isCaptured = sumCaptures(payments).captures.length > 0;
  const agrees =
    attempt && number !== owner
      ? isRefundAsRecorded(group)
      : compareCaptures(number, attempt, payments, comparison.at).length === 0;
  if (!agrees || (isOpen && isCaptured)) comparison.discrepancies.set(owner, access);
  markReported(comparison, group);
  countMoney(comparison, group);
}

async function recordPage(
  ctx: Context,
  access: ReportAccess,
  payments: ListedPayment[],
  into: Comparison,
): Promise<void> {
  const groups = groupByNumber(payments);
  const owners = await findRefundedNumbers(ctx.db, [...groups.keys()].filter(isOurRefundNumber));
  const attempts = await findRecordedAttempts(ctx.db, [...groups.keys(), ...owners.values()]);
  for (const [number, rows] of groups) {
    const owner = owners.get(number) ?? number;
    recordGroup(into, access, { number, owner, attempt: attempts.get(owner) ?? null, payments: rows });
  }
}

async function readReport(
  ctx: Context,
  access: ReportAccess,
  comparison: Comparison,
  tell: ReportProgress,
): Promise<CapturesResult> {
  // The gateway's clock may be ahead of ours.
  const to = comparison.from ? comparison.at : new Date(comparison.at.getTime() + hourMs);
  const request = { from: comparison.from ?? access.from, to };
  let [cursor, done]: [string | null, number] = [null, 0];
  for (let pages = 0; pages < maxPages; pages += 1) {
    const page: PaymentList = await listPayments(ctx, access.credentials, { ...request, cursor });
    if (page.kind === "not-authorized") return { ok: false, reason: "passcode-refused" };
    if (page.kind === "unreachable") return { ok: false, reason: "no-answer" };
    await recordPage(ctx, access, page.payments, comparison);
    done += page.payments.length;
    tell({ part: "payments", drawId: null, done, total: null });
    if (page.nextCursor === null) return { ok: true, ...access };
    cursor = page.nextCursor;
  }
  return { ok: false, reason: "too-many-rows" };
}

import "server-only";

import type { Context } from "@/lib/context";
import type { ListedPayment, PaymentAccount, PaymentList } from "@/lib/gateways/payment/gateway";
import { listPayments } from "@/lib/gateways/payment/list-payments";
import { distinctRows, sumCaptures } from "@/lib/gateways/payment/rules.captures";
import type { ReportProgress } from "@/lib/progress";
import type { Merchant } from "./list-merchants";
import type { AttemptFacts } from "./rules.captures";
import { compareCaptures, isOurNumber, isOurRefundNumber } from "./rules.captures";
import type { GatewayMoney } from "./rules.gateway-money";
import { addMoney } from "./rules.gateway-money";
import { findAttemptFacts, findRefundedNumbers } from "./store.captures";

/** How to ask about one payment again. */
export type ReportAccess = { credentials: PaymentAccount; from: Date };

/** What the gateway's reports told so far; money in cents. Filled merchant by merchant. */
export type Comparison = {
  at: Date;
  /** Payments from here on are read; null since the first draw of their merchant. */
  from: Date | null;
  drawIds: ReadonlySet<string>;
  /** Order numbers under which something was captured, and refunds' numbers under which something went back. */
  seen: Set<string>;
  /** Payments that do not agree at a first look, by order number. */
  discrepancies: Map<string, ReportAccess>;
  /** Rows whose money was counted, by their transaction. */
  counted: Set<string>;
  money: GatewayMoney;
  /** How many rows of a day came without a time, by draw; null for money of no draw that we know. */
  untimed: Map<string | null, number>;
};

/** Whom to ask about payments of this merchant, or why its report could not be read to the end. */
export type CapturesRead =
  | ({ ok: true } & ReportAccess)
  | { ok: false; reason: "no-answer" | "passcode-refused" | "too-many-rows" };

/** What stands under one number of the report, and the attempt that it belongs to; `owner` is the attempt's number. */
type Group = { number: string; owner: string; attempt: AttemptFacts | null; payments: ListedPayment[] };

/** More rows than this, at 500 a page, are not of one merchant's draws: something is wrong with the report. */
const maxPages = 10_000;

const hourMs = 60 * 60_000;

function groupByNumber(payments: ListedPayment[]): Map<string, ListedPayment[]> {
  const groups = new Map<string, ListedPayment[]>();
  for (const payment of payments) {
    const group = groups.get(payment.orderNumber);
    if (group) group.push(payment);
    else groups.set(payment.orderNumber, [payment]);
  }
  return groups;
}

/** When a payment or a refund was sent or answered, by our clock; null where nobody here knows it. */
function ownTimeOf({ number, owner, attempt }: Group): Date | null {
  if (!attempt || number === owner) return attempt?.sentAt ?? null;
  return attempt.refunds.find(({ refundNumber }) => refundNumber === number)?.answeredAt ?? null;
}

/** A row without a time comes with every day: it counts on that of our own time, and is noted where it may belong. */
function placeUntimed({ from, at, untimed }: Comparison, group: Group): boolean {
  const ownAt = ownTimeOf(group);
  const isOfDay = from !== null && ownAt !== null && ownAt >= from && ownAt <= at;
  const drawId = group.attempt?.drawId ?? null;
  if (isOfDay || ownAt === null) untimed.set(drawId, (untimed.get(drawId) ?? 0) + 1);
  return isOfDay;
}

/**
 * Counts each row once. Since ever, money of attempts that were settled by the time of the check: what is in flight is
 * in no sum. Of a day, all that the gateway has.
 */
function countMoney(comparison: Comparison, group: Group): void {
  const { money, at, from, counted } = comparison;
  const { attempt, payments } = group;
  if (!from && attempt && (!attempt.answeredAt || attempt.answeredAt > at)) return;
  // Of one page, rows of one transaction that differ all count; they are a finding.
  const rows = distinctRows(payments).filter(({ transactionId }) => !counted.has(transactionId));
  for (const payment of rows) {
    counted.add(payment.transactionId);
    if (from && !payment.at && !placeUntimed(comparison, group)) continue;
    addMoney(money, attempt?.drawId ?? null, payment);
  }
}

function markSeen({ seen }: Comparison, { number, payments }: Group): void {
  const { captures, givenBack } = sumCaptures(payments);
  if (captures.length > 0 || (isOurRefundNumber(number) && givenBack.length > 0)) seen.add(number);
}

function isRefundAsKept({ number, attempt, payments }: Group): boolean {
  const refund = attempt?.refunds.find(({ refundNumber }) => refundNumber === number);
  const made = payments.filter(({ approved }) => approved);
  const isDone = refund?.state === "done";
  return made.every((row) => isDone && row.kind === refund.method && row.amountCents === refund.amountCents);
}

/**
 * Reports are paged while they grow, so the rows of one number may be torn apart or come twice: only suspicions here.
 */
function recordGroup(comparison: Comparison, access: ReportAccess, group: Group): void {
  const { number, owner, attempt, payments } = group;
  if (attempt ? !comparison.drawIds.has(attempt.drawId) : !isOurNumber(number) && !isOurRefundNumber(number)) return;
  const isOpen = attempt?.state === "sent" || attempt?.state === "unknown";
  const isCaptured = sumCaptures(payments).captures.length > 0;
  const agrees =
    attempt && number !== owner
      ? isRefundAsKept(group)
      : compareCaptures(number, attempt, payments, comparison.at).length === 0;
  if (!agrees || (isOpen && isCaptured)) comparison.discrepancies.set(owner, access);
  markSeen(comparison, group);
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
  const attempts = await findAttemptFacts(ctx.db, [...groups.keys(), ...owners.values()]);
  for (const [number, rows] of groups) {
    const owner = owners.get(number) ?? number;
    recordGroup(into, access, { number, owner, attempt: attempts.get(owner) ?? null, payments: rows });
  }
}

async function sweep(
  ctx: Context,
  access: ReportAccess,
  comparison: Comparison,
  tell: ReportProgress,
): Promise<CapturesRead> {
  // The gateway's clock is not ours: its newest rows may seem to come from the future.
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

/**
 * Reads the report of a merchant since its first draw, or of the span that is compared, and notes in `comparison` what
 * was captured or given back and what does not agree with our attempts and refunds. Tries each reporting passcode that
 * its draws know.
 */
export async function readCaptures(
  ctx: Context,
  merchant: Merchant,
  comparison: Comparison,
  tell: ReportProgress,
): Promise<CapturesRead> {
  const from = new Date(Math.min(...merchant.draws.map(({ since }) => since.getTime())) - 24 * hourMs);
  let read: CapturesRead = { ok: false, reason: "passcode-refused" };
  for (const credentials of merchant.credentials) {
    read = await sweep(ctx, { credentials, from }, comparison, tell);
    if (read.ok || read.reason !== "passcode-refused") return read;
  }
  return read;
}

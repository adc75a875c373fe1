import type { Span } from "@/lib/number-spans";
import { isInSpans } from "@/lib/number-spans";
import type { AttemptMethod } from "@/lib/orders/rules.methods";
import { paymentMethodOf } from "@/lib/orders/rules.methods";
import type { ReportPool, ReportProblem, ReportRange } from "./rules";

/** A range as stored, with the sale that it belongs to; what its line would say is null when there is no such line. */
export type IssuedRange = {
  first: number;
  last: number;
  lineNumber: number;
  voidedAt: Date | null;
  orderCode: string;
  orderStatus: string;
  finalizedAt: Date | null;
  orderCents: number;
  /** The device that sold it; null on the web. */
  deviceId: string | null;
  /** The approved attempt that paid the order: when it was sent, how, and what was captured in cents. */
  paidAt: Date | null;
  attemptMethod: AttemptMethod | null;
  paidCents: number | null;
  packageId: string | null;
  bundleId: string | null;
  lineTickets: number | null;
  amountCents: number | null;
};

/** Rows that account for numbers, and what was found wrong on the way. */
export type Accounted = { rows: ReportRange[]; problems: ReportProblem[] };

/** Accounts for the numbers of one pool, from 1 upward: `add` takes its ranges in their order, `finish` the rest. */
export type PoolAccount = { add: (range: IssuedRange) => Accounted; finish: () => Accounted };

/** Orders that have numbers: finalized, or refunded since. */
const numberedStatuses = new Set(["finalized", "refunded"]);

const noSale = { orderCode: null, soldAt: null, channel: null, method: null, packageId: null, bundleId: null };

function withoutSale(
  poolId: string,
  { first, last }: Span,
  fate: Pick<ReportRange, "state" | "voidedAt">,
): ReportRange {
  return { kind: "range", poolId, first, last, tickets: last - first + 1, ...fate, ...noSale, amountCents: null };
}

function neverIssued(poolId: string, span: Span): ReportRange {
  return withoutSale(poolId, span, { state: "never-issued", voidedAt: null });
}

function findProblems(pool: Pick<ReportPool, "poolId" | "limit">, range: IssuedRange): ReportProblem[] {
  const { first, last, orderCode } = range;
  const where = { poolId: pool.poolId, first, last, orderCode };
  const tickets = last - first + 1;
  const problems: ReportProblem[] = [];
  if (range.lineTickets === null) problems.push({ problem: "line-missing", ...where });
  else if (range.lineTickets !== tickets) {
    problems.push({ problem: "range-unlike-line", ...where, expected: range.lineTickets, found: tickets });
  }
  if (!numberedStatuses.has(range.orderStatus) || !range.finalizedAt) {
    problems.push({ problem: "order-not-finalized", ...where });
  }
  if (!paymentMethodOf(range.attemptMethod)) problems.push({ problem: "payment-missing", ...where });
  const isDifferent = range.paidCents !== null && range.paidCents !== range.orderCents;
  if (isDifferent && range.lineNumber === 1) {
    problems.push({ problem: "payment-differs", orderCode, expected: range.orderCents, found: range.paidCents ?? 0 });
  }
  if (pool.limit !== null && last > pool.limit) {
    problems.push({ problem: "numbers-above-limit", ...where, expected: pool.limit, found: last });
  }
  return problems;
}

function toRow(
  poolId: string,
  range: IssuedRange,
  state: "sold" | "void",
  localTime: (instant: Date) => string,
): ReportRange {
  const { first, last, orderCode, voidedAt, packageId, bundleId, amountCents } = range;
  const soldAt = range.paidAt ?? range.finalizedAt;
  return {
    kind: "range",
    poolId,
    first,
    last,
    tickets: last - first + 1,
    state,
    orderCode,
    soldAt: soldAt && localTime(soldAt),
    voidedAt: state === "void" && voidedAt ? localTime(voidedAt) : null,
    channel: range.deviceId === null ? "web" : "device",
    method: paymentMethodOf(range.attemptMethod),
    packageId,
    bundleId,
    amountCents,
  };
}

/** Numbers that were lost, and when they were made void (docs/decisions/060-restore.md). */
type LostSpan = Span & { at: Date };

/** What lies wrong before a number when `next` is the one that must come: numbers passed over, or issued twice. */
function accountBefore(poolId: string, next: number, { first, last }: Span): Accounted {
  if (first > next) {
    const missing = { first: next, last: first - 1 };
    return { rows: [neverIssued(poolId, missing)], problems: [{ problem: "numbers-missing", poolId, ...missing }] };
  }
  if (first === next) return { rows: [], problems: [] };
  const doubled = { first, last: Math.min(last, next - 1) };
  return { rows: [], problems: [{ problem: "numbers-doubled", poolId, ...doubled }] };
}

/**
 * Opens the account of one pool. Instants are written by `localTime`; `voidSpans` says what was void in the snapshot,
 * `lostSpans` which of it belongs to sales that were lost.
 */
export function openPoolAccount(
  pool: Pick<ReportPool, "poolId" | "limit">,
  { voidSpans, lostSpans }: { voidSpans: readonly Span[]; lostSpans: readonly LostSpan[] },
  localTime: (instant: Date) => string,
): PoolAccount {
  const { poolId, limit } = pool;
  const lost = [...lostSpans];
  let next = 1;

  /** Adds `row`, which accounts for `span`. */
  function account(span: Span, row: ReportRange, problems: readonly ReportProblem[] = []): Accounted {
    const before = accountBefore(poolId, next, span);
    next = Math.max(next, span.last + 1);
    return { rows: [...before.rows, row], problems: [...before.problems, ...problems] };
  }

  /** Accounts for lost numbers below `first`, or for all that are left. */
  function accountLost(first = Number.POSITIVE_INFINITY): Accounted {
    const all: Accounted = { rows: [], problems: [] };
    for (let span = lost[0]; span && span.first < first; span = lost[0]) {
      lost.shift();
      const found = account(span, withoutSale(poolId, span, { state: "void", voidedAt: localTime(span.at) }));
      all.rows.push(...found.rows);
      all.problems.push(...found.problems);
    }
    return all;
  }

  return {
    add: (range) => {
      const before = accountLost(range.first);
      const row = toRow(poolId, range, isInSpans(voidSpans, range.first) ? "void" : "sold", localTime);
      const found = account(range, row, findProblems(pool, range));
      return { rows: [...before.rows, ...found.rows], problems: [...before.problems, ...found.problems] };
    },
    finish: () => {
      const { rows, problems } = accountLost();
      const hasRest = limit !== null && next <= limit;
      return { rows: hasRest ? [...rows, neverIssued(poolId, { first: next, last: limit })] : rows, problems };
    },
  };
}

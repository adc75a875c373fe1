import type { Span } from "@/lib/number-spans";
import { isInSpans } from "@/lib/number-spans";
import type { AttemptMethod } from "@/lib/orders/rules.payment";
import { toPaymentMethod } from "@/lib/orders/rules.payment";
import type { ReportPool, ReportProblem, ReportRange } from "./rules";

export type IssuedRange = {
  first: number;
  last: number;
  lineNumber: number;
  voidedAt: Date | null;
  orderCode: string;
  orderStatus: string;
  finalizedAt: Date | null;
  orderCents: number;
  deviceId: string | null;
  /** Null for a sale without an approved attempt. */
  paidAt: Date | null;
  attemptMethod: AttemptMethod | null;
  paidCents: number | null;
  packageId: string | null;
  bundleId: string | null;
  lineTickets: number | null;
  amountCents: number | null;
};

export type CheckedRows = { rows: ReportRange[]; problems: ReportProblem[] };

export type PoolChecker = { add: (range: IssuedRange) => CheckedRows; finish: () => CheckedRows };

const numberedStatuses = new Set(["finalized", "refunded"]);

const noSale = { orderCode: null, soldAt: null, channel: null, method: null, packageId: null, bundleId: null };

/** `at` is when the numbers were voided (docs/decisions/060-restore.md). */
type LostSpan = Span & { at: Date };

/** `voidSpans` are all void numbers of the snapshot, `lostSpans` those whose sales were lost. */
export function createPoolChecker(
  pool: Pick<ReportPool, "poolId" | "limit">,
  { voidSpans, lostSpans }: { voidSpans: readonly Span[]; lostSpans: readonly LostSpan[] },
  localTime: (instant: Date) => string,
): PoolChecker {
  const { poolId, limit } = pool;
  const lost = [...lostSpans];
  let next = 1;

  function addSpan(span: Span, row: ReportRange, problems: readonly ReportProblem[] = []): CheckedRows {
    const before = checkNumbersBefore(poolId, next, span);
    next = Math.max(next, span.last + 1);
    return { rows: [...before.rows, row], problems: [...before.problems, ...problems] };
  }

  function addLostSpansBefore(first = Number.POSITIVE_INFINITY): CheckedRows {
    const all: CheckedRows = { rows: [], problems: [] };
    for (let span = lost[0]; span && span.first < first; span = lost[0]) {
      lost.shift();
      const one = addSpan(span, toRowWithoutSale(poolId, span, { state: "void", voidedAt: localTime(span.at) }));
      all.rows.push(...one.rows);
      all.problems.push(...one.problems);
    }
    return all;
  }

  return {
    add: (range) => {
      const before = addLostSpansBefore(range.first);
      const row = toRow(poolId, range, isInSpans(voidSpans, range.first) ? "void" : "sold", localTime);
      const accounted = addSpan(range, row, findProblems(pool, range));
      return { rows: [...before.rows, ...accounted.rows], problems: [...before.problems, ...accounted.problems] };
    },
    finish: () => {
      const { rows, problems } = addLostSpansBefore();
      const hasRest = limit !== null && next <= limit;
      return { rows: hasRest ? [...rows, toNeverIssuedRow(poolId, { first: next, last: limit })] : rows, problems };
    },
  };
}

function toRowWithoutSale(
  poolId: string,
  { first, last }: Span,
  voiding: Pick<ReportRange, "state" | "voidedAt">,
): ReportRange {
  return { kind: "range", poolId, first, last, tickets: last - first + 1, ...voiding, ...noSale, amountCents: null };
}

function toNeverIssuedRow(poolId: string, span: Span): ReportRange {
  return toRowWithoutSale(poolId, span, { state: "never-issued", voidedAt: null });
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
  if (!toPaymentMethod(range.attemptMethod)) problems.push({ problem: "payment-missing", ...where });
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
    method: toPaymentMethod(range.attemptMethod),
    packageId,
    bundleId,
    amountCents,
  };
}

function checkNumbersBefore(poolId: string, next: number, { first, last }: Span): CheckedRows {
  if (first > next) {
    const missing = { first: next, last: first - 1 };
    return {
      rows: [toNeverIssuedRow(poolId, missing)],
      problems: [{ problem: "numbers-missing", poolId, ...missing }],
    };
  }
  if (first === next) return { rows: [], problems: [] };
  const doubled = { first, last: Math.min(last, next - 1) };
  return { rows: [], problems: [{ problem: "numbers-doubled", poolId, ...doubled }] };
}

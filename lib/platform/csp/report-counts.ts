import type { PolicyReport } from "./policy-reports";

/** `times` since the last line of this kind. */
export type ToldReports = PolicyReport & { times: number };

/** Minimum interval between lines of a kind, in ms. */
const everyMs = 60 * 60_000;

/** A kind without reports for this long counts as new, in ms. */
const forgottenMs = 24 * 60 * 60_000;

/** Further kinds count as one, because callers choose what they report. */
const maxKinds = 100;

const others: PolicyReport = { directive: "other", blocked: "too many kinds" };

type Count = { report: PolicyReport; times: number; toldAtMs: number; seenAtMs: number };

/** Memory and number of lines are bounded. */
export function createReportCounts(tell: (reports: ToldReports) => void) {
  const counts = new Map<string, Count>();

  function forgetOld(nowMs: number): void {
    for (const [key, { seenAtMs, times }] of counts) {
      if (times === 0 && nowMs - seenAtMs >= forgottenMs) counts.delete(key);
    }
  }

  function countOf(report: PolicyReport, nowMs: number): Count {
    const keyOf = ({ directive, blocked }: PolicyReport) => `${directive} ${blocked}`;
    const isFull = !counts.has(keyOf(report)) && counts.size >= maxKinds;
    const kind = isFull ? others : report;
    const found = counts.get(keyOf(kind));
    const count = found ?? { report: kind, times: 0, toldAtMs: Number.NEGATIVE_INFINITY, seenAtMs: nowMs };
    if (!found) counts.set(keyOf(kind), count);
    return count;
  }

  function tellDue(nowMs: number): void {
    for (const count of counts.values()) {
      if (count.times === 0 || nowMs - count.toldAtMs < everyMs) continue;
      tell({ ...count.report, times: count.times });
      Object.assign(count, { times: 0, toldAtMs: nowMs });
    }
  }

  return {
    add(reports: readonly PolicyReport[], nowMs: number): void {
      forgetOld(nowMs);
      for (const report of reports) {
        const count = countOf(report, nowMs);
        count.times += 1;
        count.seenAtMs = nowMs;
      }
      tellDue(nowMs);
    },
  };
}

import type { PolicyReport } from "./policy-reports";

export type CountedReport = PolicyReport & { times: number };

const logEveryMs = 60 * 60_000;

/** A kind of report is forgotten after this long without another. */
const expireAfterMs = 24 * 60 * 60_000;

/** Callers choose what they report, so any further kinds count as one. */
const maxKinds = 100;

const overflowReport: PolicyReport = { directive: "other", blocked: "too many kinds" };

type Count = { report: PolicyReport; times: number; loggedAtMs: number; lastAtMs: number };

export function createReportCounts(log: (reports: CountedReport) => void) {
  const counts = new Map<string, Count>();

  function deleteExpired(nowMs: number): void {
    for (const [key, { lastAtMs, times }] of counts) {
      if (times === 0 && nowMs - lastAtMs >= expireAfterMs) counts.delete(key);
    }
  }

  function getOrCreateCount(report: PolicyReport, nowMs: number): Count {
    const toKey = ({ directive, blocked }: PolicyReport) => `${directive} ${blocked}`;
    const isFull = !counts.has(toKey(report)) && counts.size >= maxKinds;
    const kind = isFull ? overflowReport : report;
    const existing = counts.get(toKey(kind));
    const count = existing ?? { report: kind, times: 0, loggedAtMs: Number.NEGATIVE_INFINITY, lastAtMs: nowMs };
    if (!existing) counts.set(toKey(kind), count);
    return count;
  }

  function logDue(nowMs: number): void {
    for (const count of counts.values()) {
      if (count.times === 0 || nowMs - count.loggedAtMs < logEveryMs) continue;
      log({ ...count.report, times: count.times });
      Object.assign(count, { times: 0, loggedAtMs: nowMs });
    }
  }

  return {
    add(reports: readonly PolicyReport[], nowMs: number): void {
      deleteExpired(nowMs);
      for (const report of reports) {
        const count = getOrCreateCount(report, nowMs);
        count.times += 1;
        count.lastAtMs = nowMs;
      }
      logDue(nowMs);
    },
  };
}

import "server-only";

import { readPolicyReports } from "@/lib/platform/csp/policy-reports";
import { createReportCounts } from "@/lib/platform/csp/report-counts";
import type { CallCounter } from "@/lib/platform/db/call-counts";
import { logLine, logRarely } from "@/lib/platform/server/log";
import { oncePerProcess } from "@/lib/platform/server/once-per-process";
import type { Sealer } from "@/lib/platform/server/seal";
import { countByNetwork } from "./limit-calls";
import { readJson } from "./read-json";
import type { Refusal } from "./reasons";
import { refuse, refuseFor } from "./reasons";

const types = ["application/csp-report", "application/reports+json"];

const counts = oncePerProcess("tirageReportCounts", () =>
  createReportCounts(({ directive, blocked, times }) =>
    logLine("warn", "The policy of a page blocked something.", { directive, blocked, times }),
  ),
);

/** Counts and logs browsers' reports of blocked content (docs/decisions/055-payment-page.md). */
export async function collectReports(
  ctx: { calls: CallCounter; now: () => Date; sealer: Sealer },
  ipAddress: string,
  request: Request,
): Promise<{ ok: true; received: number } | Refusal> {
  const seconds = await countByNetwork(ctx, "policy-reports", ipAddress);
  if (seconds) {
    logRarely("A limit refused reports of one network about a page's policy");
    return refuseFor("too-many-calls", seconds);
  }
  const json = await readJson(request, types);
  if (!json.ok) return json;
  const reports = readPolicyReports(json.value);
  if (!reports) return refuse("invalid-input");
  counts.add(reports, performance.now());
  return { ok: true, received: reports.length };
}

import type { Context } from "@/lib/context";
import { checkInvariants } from "@/lib/invariants/check-invariants";
import { reportDraw } from "@/lib/reports/report-draw";

import { asAdmin } from "./open-context";
import type { ReadingResult } from "./read-draw";
import { openScale, soldId } from "./scale-stage";

async function readReport(ctx: Context): Promise<Pick<ReadingResult, "rows" | "isClean">> {
  const reported = await reportDraw(ctx, soldId);
  if (!reported.ok) throw new Error(reported.reason);
  let [rows, isClean] = [0, false];
  for await (const record of reported.records) {
    if (record.kind === "range") rows += 1;
    if (record.kind === "end") isClean = record.addsUp;
  }
  return { rows, isClean };
}

async function readInvariants(ctx: Context): Promise<Pick<ReadingResult, "rows" | "isClean">> {
  const report = await checkInvariants(ctx, { instanceId: soldId });
  if (!report.ok) throw new Error(report.reason);
  for (const violation of report.violations.slice(0, 5)) console.error(violation);
  return { rows: report.totals.orders, isClean: report.checks.every(({ rows }) => rows === 0) };
}

async function main([reading, url = ""]: string[]): Promise<void> {
  const { ctx, close } = await openScale(url, "jobs");
  const startedMs = performance.now();
  const read = await (reading === "report" ? readReport(asAdmin(ctx)) : readInvariants(asAdmin(ctx)));
  const seconds = Math.round((performance.now() - startedMs) / 1000);
  const result: ReadingResult = { ...read, seconds, peakMb: Math.round(process.resourceUsage().maxRSS / 1024) };
  console.log(JSON.stringify(result));
  await close();
}

await main(process.argv.slice(2));

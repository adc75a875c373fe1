import type { InvariantRecord } from "@/lib/invariants/report-invariants";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { FailedLine } from "@/lib/platform/http/respond-lines";
import type { AdminAccess } from "./command/admin-client";
import { CommandError, findAdminAccess, streamAdmin } from "./command/admin-client";
import { describeProgress, openProgress } from "./command/progress";
import { runCommand } from "./command/run-command";
import { invariantsPath, parseInvariantOptions } from "./invariants/options";
import { invariantLines } from "./invariants/text";

const usage = [
  "Usage: npm run invariants [-- DRAW_ID] [--head DRAW=PLACE:SEAL]...",
  "Checks every number and payment, for one draw or all of them. With --head, also checks that the audit log still",
  "matches what an earlier run printed as `Sealed up to DRAW=PLACE:SEAL`. Keep that line away from the database.",
].join("\n");

async function readReport(access: AdminAccess, path: string): Promise<InvariantReport> {
  const showProgress = openProgress();
  for await (const record of streamAdmin<InvariantRecord | FailedLine>(access, path)) {
    if (record.kind === "report") return record;
    if (record.kind === "failed") {
      throw new CommandError(
        `The server failed partway through (${record.reason}, request ${record.requestId}). Try again.`,
      );
    }
    showProgress(() => describeProgress(record));
  }
  throw new CommandError("The check stopped before it finished. Try again.");
}

async function main(args: string[]): Promise<void> {
  const options = parseInvariantOptions(args);
  if (!options) throw new CommandError(usage);
  const report = await readReport(findAdminAccess(process.env), invariantsPath(options));
  for (const line of invariantLines(report)) console.log(line);
  if (report.checks.some(({ rows }) => rows > 0)) process.exitCode = 1;
}

await runCommand(usage, main);

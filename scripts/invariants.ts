import type { InvariantRecord } from "@/lib/invariants/report-invariants";
import type { InvariantReport } from "@/lib/invariants/rules.invariants";
import type { FailedLine } from "@/lib/platform/http/respond-lines";

import type { AdminAccess } from "./parts/admin-client";
import { CommandError, findAdminAccess, streamAdmin } from "./parts/admin-client";
import { invariantsPath, parseInvariantOptions } from "./parts/invariant-options";
import { invariantLines } from "./parts/invariant-words";
import { openProgress, progressWords } from "./parts/progress";

const usage = [
  "Usage: npm run invariants [-- DRAW_ID] [--head DRAW=PLACE:SEAL]...",
  "Checks every number and payment, of one draw or of all, and that the audit log holds what an earlier check printed as",
  "`Sealed up to DRAW=PLACE:SEAL`: keep that line away from the database.",
].join("\n");

async function readReport(access: AdminAccess, path: string): Promise<InvariantReport> {
  const tell = openProgress();
  for await (const record of streamAdmin<InvariantRecord | FailedLine>(access, path)) {
    if (record.kind === "report") return record;
    if (record.kind === "failed") {
      throw new CommandError(`The server failed half-way (${record.reason}, request ${record.requestId}): try again.`);
    }
    tell(() => progressWords(record));
  }
  throw new CommandError("The check ended before its end: nothing of it is known. Try again.");
}

async function main(words: string[]): Promise<void> {
  const options = parseInvariantOptions(words);
  if (!options) throw new CommandError(usage);
  const report = await readReport(findAdminAccess(process.env), invariantsPath(options));
  for (const line of invariantLines(report)) console.log(line);
  if (report.checks.some(({ rows }) => rows > 0)) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});

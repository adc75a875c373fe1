import type { InvariantReport } from "@/lib/orders/rules.invariants";

import { CommandError, callAdmin, findAdminAccess } from "./parts/admin-client";
import { explainRefusal } from "./parts/explain-refusal";
import { invariantsPath, parseInvariantOptions } from "./parts/invariant-options";
import { invariantLines } from "./parts/invariant-words";

const usage = [
  "Usage: npm run invariants [-- DRAW_ID] [--head DRAW=PLACE:SEAL]...",
  "Checks every number and payment, of one draw or of all, and that the audit log holds what an earlier check printed as",
  "`Sealed up to DRAW=PLACE:SEAL`: keep that line away from the database.",
].join("\n");

async function main(words: string[]): Promise<void> {
  const options = parseInvariantOptions(words);
  if (!options) throw new CommandError(usage);
  const answer = await callAdmin<InvariantReport>(findAdminAccess(process.env), "GET", invariantsPath(options));
  if (answer.status !== 200) throw new CommandError(explainRefusal(answer));
  for (const line of invariantLines(answer.body)) console.log(line);
  if (answer.body.checks.some(({ rows }) => rows > 0)) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});

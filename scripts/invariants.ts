import type { InvariantReport } from "@/lib/orders/rules.invariants";

import { CommandError, callAdmin, findAdminAccess } from "./parts/admin-client";
import { explainRefusal } from "./parts/explain-refusal";
import { invariantLines } from "./parts/invariant-words";

const usage = "Usage: npm run invariants [-- DRAW_ID]   check every number and payment, of one draw or of all";

async function main([drawId, ...rest]: string[]): Promise<void> {
  if (rest.length > 0 || drawId?.startsWith("-")) throw new CommandError(usage);
  const query = drawId === undefined ? "" : `?instanceId=${encodeURIComponent(drawId)}`;
  const answer = await callAdmin<InvariantReport>(findAdminAccess(process.env), "GET", `/api/admin/invariants${query}`);
  if (answer.status !== 200) throw new CommandError(explainRefusal(answer));
  for (const line of invariantLines(answer.body)) console.log(line);
  if (answer.body.checks.some(({ rows }) => rows > 0)) process.exitCode = 1;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof CommandError ? error.message : error);
  process.exitCode = 1;
});

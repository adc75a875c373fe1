import type { Context } from "@/lib/context";
import { importDraw } from "@/lib/draws/import/import-draw";
import { recheckDraw } from "@/lib/feed/recheck-draw";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refusalStatuses } from "@/lib/platform/http/reasons";
import { CommandError } from "@/scripts/command/admin-client";
import { explainRefusal } from "@/scripts/command/explain-refusal";
import { readDrawFile } from "@/scripts/draw/read-draw-file";

/** Files of draws, or ids in the draw feed, that changed after the restored instant. */
export type ChangedDraws = { files: readonly string[]; drawIds: readonly string[] };

/**
 * Imports the latest definitions before numbers are counted, if a draw is unknown or has another offer or account.
 * Throws `CommandError` at the first refusal.
 */
export async function importChangedDraws(ctx: Context, { files, drawIds }: ChangedDraws): Promise<string[]> {
  for (const file of files) requireOk(file, await importDraw(ctx, readDrawFile(file)));
  for (const drawId of drawIds) requireOk(drawId, await recheckDraw(ctx, drawId));
  return [...files, ...drawIds].map((name) => `${name}: imported as it is now.`);
}

function requireOk(name: string, outcome: { ok: true } | Refusal): void {
  if (outcome.ok) return;
  const { reason, fields = [] } = outcome;
  const why = explainRefusal({ status: refusalStatuses[reason], body: { statusMessage: "Refused", reason, fields } });
  throw new CommandError(`${name}: ${why}`);
}

import "server-only";

import type { KnownHead } from "@/lib/audit/rules.heads";
import { shownHead, writeHead } from "@/lib/audit/rules.heads";
import { readSealAt } from "@/lib/audit/store.chain";
import type { Context } from "@/lib/context";
import type { Violation } from "./rules.invariants";

/**
 * Compares heads that earlier checks told, and that were kept where the database's keeper does not come, with what
 * stands at their places now. A chain only grows: what was once its head stays where it was.
 */
export async function checkHeads({ db }: Pick<Context, "db">, known: readonly KnownHead[]): Promise<Violation[]> {
  const found: Violation[] = [];
  for (const head of known) {
    const { drawId, sequence } = head;
    const seal = await readSealAt(db, drawId, sequence);
    if (seal !== null && shownHead(drawId, { sequence, seal }).seal === head.seal) continue;
    const problem = seal === null ? "missing" : "changed";
    found.push({ check: "audit-head", drawId, subject: writeHead(head), detail: { problem } });
  }
  return found;
}

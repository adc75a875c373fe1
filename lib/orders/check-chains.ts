import "server-only";

import type { Context } from "@/lib/context";

import type { ChainHead } from "./rules.audit-chain";
import { checkChain } from "./rules.audit-chain";
import type { Violation } from "./rules.invariants";
import { mostNamed } from "./rules.invariants";
import { listSealed } from "./store.audit-chain";

/** What is wrong with chains: `beyond` counts what is not named, `sealed` the entries that were compared. */
export type ChainsChecked = { violations: Violation[]; beyond: number; sealed: number };

/** Entries that are read and compared at once: few enough that other calls are answered in between. */
const slice = 1000;

/** Compares the chain of one draw with its seals; breaks beyond `most` are counted, not named. */
async function checkDraw({ db, sealer }: Pick<Context, "db" | "sealer">, drawId: string, most: number) {
  const violations: Violation[] = [];
  let [beyond, sealed] = [0, 0];
  let head: ChainHead = { sequence: 0, seal: "" };
  for (;;) {
    const entries = await listSealed(db, drawId, head.sequence, slice);
    const checked = checkChain(sealer, drawId, head, entries);
    for (const { sequence, problem } of checked.breaks) {
      if (violations.length >= most) beyond += 1;
      else violations.push({ check: "audit-chain", drawId, subject: `entry ${sequence}`, detail: { problem } });
    }
    head = checked.head;
    sealed += entries.length;
    if (entries.length < slice) return { violations, beyond, sealed };
  }
}

/**
 * Compares the chains of draws with their seals, slice by slice. It needs no snapshot: what is sealed never changes, and
 * what is sealed meanwhile comes after it. Gives what is wrong, up to `mostNamed` in all, how much more
 * there is, and how many entries were compared.
 */
export async function checkChains(
  ctx: Pick<Context, "db" | "sealer">,
  draws: { drawId: string }[],
): Promise<ChainsChecked> {
  const found: Violation[] = [];
  let [beyond, sealed] = [0, 0];
  for (const { drawId } of draws) {
    const checked = await checkDraw(ctx, drawId, mostNamed - found.length);
    found.push(...checked.violations);
    beyond += checked.beyond;
    sealed += checked.sealed;
  }
  return { violations: found, beyond, sealed };
}

import "server-only";

import type { ChainHead } from "@/lib/audit/rules.chain";
import { checkChain, truncateHead } from "@/lib/audit/rules.chain";
import { listSealed, readSealAt } from "@/lib/audit/store.chain";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";

import type { SealCheck } from "./rules";
import { sealSchema } from "./schema";
import { isChainInScope } from "./store";

/** Limits how many entries before a seal one call verifies. `npm run invariants` verifies all of them. */
const maxEntries = 20_000;

const batchSize = 1000;

/**
 * Compares a seal that was saved elsewhere with the chain, and verifies the entries up to it. A chain out of the
 * caller's access scope gets the same answer as a missing entry.
 */
export async function checkSeal(
  ctx: Context,
  query: Record<string, string>,
): Promise<({ ok: true } & SealCheck) | Refusal<AdminRefusal | "invalid-input">> {
  const access = authorizeAdmin(ctx.actor, "history");
  if (!access.ok) return access;
  const parsed = parseInput(sealSchema, query);
  if (!parsed.ok) return parsed;
  const { drawId: chain, sequence, seal } = parsed.value.head;
  const stored = (await isChainInScope(ctx.db, access.accessScope, chain))
    ? await readSealAt(ctx.db, chain, sequence)
    : null;
  if (stored === null) return { ok: true, sequence, verdict: "missing", from: 0, breaks: [] };
  const verdict = truncateHead(chain, { sequence, seal: stored }).seal === seal ? "same" : "different";
  return { ok: true, sequence, verdict, ...(await verifyUpTo(ctx, chain, sequence)) };
}

async function verifyUpTo(
  { db, sealer }: Context,
  chain: string,
  last: number,
): Promise<Pick<SealCheck, "from" | "breaks">> {
  const from = Math.max(1, last - maxEntries + 1);
  let head: ChainHead = { sequence: from - 1, seal: from > 1 ? ((await readSealAt(db, chain, from - 1)) ?? "") : "" };
  const breaks: SealCheck["breaks"] = [];
  while (head.sequence < last && breaks.length < batchSize) {
    const listed = await listSealed(db, chain, head.sequence, Math.min(batchSize, last - head.sequence));
    const entries = listed.filter(({ sequence }) => sequence <= last);
    if (entries.length === 0) break;
    const checked = checkChain(sealer, chain, head, entries);
    breaks.push(...checked.breaks);
    head = checked.head;
  }
  return { from, breaks };
}

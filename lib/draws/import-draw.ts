import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/db/errors";
import { fieldProblemsOf } from "@/lib/http/field-problems";
import type { FieldProblem, Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";

import { readCredentials } from "./read-credentials";
import { scheduleOf } from "./rules";
import { findInconsistencies } from "./rules.consistency";
import { findLockedChanges } from "./rules.lock";
import { poolsOf } from "./rules.packages";
import { secretsLabel } from "./rules.secrets";
import type { ApiKeys, Draw, ImportedDraw } from "./schema";
import { drawSchema } from "./schema";
import { readDrawForUpdate, removeOtherPools, saveDraw, savePool, saveSealedKeys, wereKeysUsed } from "./store";
import { findUnableWinners } from "./store.winners";

type Parsed = { ok: true; draw: Draw; apiKeys: ApiKeys };

function withoutSecretsAndCounts(imported: ImportedDraw): Parsed {
  const { apiKeys, numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...draw } =
    imported;
  return { ok: true, draw, apiKeys };
}

function parseDraw(input: unknown): Parsed | Refusal {
  const parsed = drawSchema.safeParse(input);
  if (!parsed.success) return refuse("invalid-input", fieldProblemsOf(parsed.error, input));
  const problems = findInconsistencies(parsed.data);
  return problems.length > 0 ? refuse("invalid-input", problems) : withoutSecretsAndCounts(parsed.data);
}

/** Payments are asked about and refunded where they were made: once tickets are held or a card was charged, it stays. */
async function findMovedAccount(
  ctx: Context,
  drawId: string,
  { apiKeys, hasSold }: { apiKeys: ApiKeys; hasSold: boolean },
): Promise<FieldProblem[]> {
  if (!hasSold && !(await wereKeysUsed(ctx.db, drawId))) return [];
  const before = await readCredentials(ctx, drawId);
  // Keys that leave the account out would take it away: the next import could then name another one.
  const isMoved = before && Object.keys(apiKeys).length > 0 && apiKeys.bambora?.merchantId !== before.merchantId;
  return isMoved ? [{ field: "apiKeys.bambora.merchantId", problem: "locked" }] : [];
}

function toUnableWinner(place: number): FieldProblem {
  return { field: `winners.${place}.number`, problem: "given-back" };
}

async function storeDraw(ctx: Context, { draw, apiKeys }: Parsed): Promise<{ ok: true; created: boolean } | Refusal> {
  const now = ctx.now();
  const pools = poolsOf(draw);
  return ctx.db.transaction(async (tx) => {
    const before = await readDrawForUpdate(tx, draw.id);
    const hasSold = [...(before?.pools.values() ?? [])].some((pool) => pool.sold + pool.reserved > 0);
    const moved = await findMovedAccount({ ...ctx, db: tx }, draw.id, { apiKeys, hasSold });
    const locked = [...(before && hasSold ? findLockedChanges(before.draw, draw) : []), ...moved];
    if (locked.length > 0) return refuse("draw-locked", locked);
    const unable = await findUnableWinners(tx, draw);
    if (unable.length > 0) return refuse("invalid-input", unable.map(toUnableWinner));
    await saveDraw(tx, draw, scheduleOf(draw), now);
    await removeOtherPools(
      tx,
      draw.id,
      pools.map((pool) => pool.poolId),
    );
    for (const pool of pools) await savePool(tx, draw.id, pool);
    if (Object.keys(apiKeys).length > 0) {
      await saveSealedKeys(tx, draw.id, ctx.sealer.seal(JSON.stringify(apiKeys), secretsLabel(draw.id)), now);
    }
    return { ok: true, created: before === null };
  });
}

/**
 * Creates a draw or replaces its definition from `input`, a draw in the wire form. Admins only.
 * Refusals: `admin-key-wrong`, `invalid-input` and `draw-locked`, both naming the fields. Without `apiKeys` the stored
 * credentials stay.
 */
export async function importDraw(
  ctx: Context,
  input: unknown,
): Promise<{ ok: true; drawId: string; created: boolean } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  const parsed = parseDraw(input);
  if (!parsed.ok) return parsed;
  const stored = await withRetry(ctx, () => storeDraw(ctx, parsed));
  return stored.ok ? { ok: true, drawId: parsed.draw.id, created: stored.created } : stored;
}

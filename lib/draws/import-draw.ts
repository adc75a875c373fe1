import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { auditActorOf, writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import { fieldProblemsOf } from "@/lib/platform/http/field-problems";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { catalogueOf } from "@/lib/platform/i18n/message-catalogue";
import { refuseAdmin } from "@/lib/refuse-admin";

import type { CheckedAccount } from "./check-account";
import { checkAccount } from "./check-account";
import { checkIpSource } from "./check-ip-source";
import { readCredentials } from "./read-credentials";
import { readSealingKey } from "./read-sealing-key";
import { scheduleOf } from "./rules";
import type { DrawAction } from "./rules.audit";
import { findInconsistencies } from "./rules.consistency";
import { findChangedFields, findLockedChanges } from "./rules.lock";
import { poolsOf } from "./rules.packages";
import { secretsLabel } from "./rules.secrets";
import { findUnfitWords } from "./rules.words";
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
  const originals = { en: catalogueOf("en").flat, fr: catalogueOf("fr").flat };
  const problems = [...findInconsistencies(parsed.data), ...findUnfitWords(parsed.data, originals)];
  return problems.length > 0 ? refuse("invalid-input", problems) : withoutSecretsAndCounts(parsed.data);
}

/**
 * Payments are asked about and refunded where they were made: once tickets are held or a card was charged, it stays.
 */
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

/**
 * What speaks against the account before anybody pays there. In live mode its report must open: without it nobody could
 * ever learn what became of a payment whose answer was lost. A gateway that does not answer stops no import.
 */
function findUnfitAccount(ctx: Context, { bambora }: ApiKeys, account: CheckedAccount): FieldProblem[] {
  const field = "apiKeys.bambora.reportingPasscode";
  if (account === "fits" || account === "unseen") return [];
  if (account !== "refused") return [{ field: "apiKeys.bambora.merchantId", problem: account }];
  if (ctx.mode !== "live") return [];
  return [{ field, problem: bambora?.reportingPasscode ? "not-accepted" : "required" }];
}

function toUnableWinner(place: number): FieldProblem {
  return { field: `winners.${place}.number`, problem: "given-back" };
}

/** The draw's first definition, or in which fields this one differs from the one before. */
function definitionEntry(ctx: Context, now: Date, draw: Draw, before: Draw | undefined, revision: number) {
  const action: DrawAction = revision === 1 ? "draw-imported" : "draw-redefined";
  const fields = before && findChangedFields(before, draw).join(", ");
  const detail: AuditDetail = fields === undefined ? { revision } : { revision, fields };
  return { action, at: now, actor: auditActorOf(ctx.actor), detail };
}

/** Stores credentials where the import brings any; the account is written down, never what opens it. */
async function storeKeys(
  ctx: Context,
  tx: Database,
  { draw, apiKeys }: Parsed,
  { account, now }: { account: CheckedAccount; now: Date },
): Promise<void> {
  if (Object.keys(apiKeys).length === 0) return;
  // Processes that don't have a later key yet must open it too (decision 058).
  const sealed = ctx.sealer.seal(
    JSON.stringify(apiKeys),
    secretsLabel(draw.id),
    await readSealingKey({ ...ctx, db: tx }),
  );
  await saveSealedKeys(tx, draw.id, { sealed, now, seenAt: account === "fits" ? now : null });
  const action: DrawAction = "credentials-changed";
  const detail = { merchant: apiKeys.bambora?.merchantId ?? null };
  await writeChainEntry(tx, draw.id, { action, at: now, actor: auditActorOf(ctx.actor), detail });
}

/** What an import heeds that somebody makes in a turn, which may be over before it is done. */
export type ImportTurn = {
  /** How long the gateway may take to tell of the account, in ms. */
  accountMs: number;
  /** Asked in the transaction that stores the draw, before anything is written; false: the turn is another's. */
  hold: (tx: Database) => Promise<boolean>;
};

/** An export of before must not undo what was changed since (`version`). */
const olderVersion: FieldProblem = { field: "version", problem: "too-small" };

async function storeDraw(
  ctx: Context,
  parsed: Parsed,
  { account, turn }: { account: CheckedAccount; turn: ImportTurn | null },
): Promise<{ ok: true; created: boolean } | Refusal> {
  const { draw, apiKeys } = parsed;
  const now = ctx.now();
  const pools = poolsOf(draw);
  return ctx.db.transaction(async (tx) => {
    const before = await readDrawForUpdate(tx, draw.id);
    if (before && draw.version < before.draw.version) return refuse("invalid-input", [olderVersion]);
    const hasSold = [...(before?.pools.values() ?? [])].some((pool) => pool.sold + pool.reserved > 0);
    const moved = await findMovedAccount({ ...ctx, db: tx }, draw.id, { apiKeys, hasSold });
    const locked = [...(before && hasSold ? findLockedChanges(before.draw, draw) : []), ...moved];
    if (locked.length > 0) return refuse("draw-locked", locked);
    const unable = await findUnableWinners(tx, draw);
    if (unable.length > 0) return refuse("invalid-input", unable.map(toUnableWinner));
    if (turn && !(await turn.hold(tx))) return refuse("service-unavailable");
    const revision = await saveDraw(tx, draw, scheduleOf(draw), now);
    await writeChainEntry(tx, draw.id, definitionEntry(ctx, now, draw, before?.draw, revision));
    await removeOtherPools(
      tx,
      draw.id,
      pools.map((pool) => pool.poolId),
    );
    for (const pool of pools) await savePool(tx, draw.id, revision, pool);
    await storeKeys(ctx, tx, parsed, { account, now });
    return { ok: true, created: before === null };
  });
}

/**
 * Creates a draw or replaces its definition from `input`, a draw in the wire form. Admins and the upstream platform
 * only. Refusals: `admin-key-wrong`, `admin-right-missing`, `invalid-input` and `draw-locked`, both naming the fields,
 * also of an account that fits no order; `ip-source-required` of an approved draw; `service-unavailable` when its turn
 * is over. Without `apiKeys` the stored credentials stay.
 */
export async function importDraw(
  ctx: Context,
  input: unknown,
  turn: ImportTurn | null = null,
): Promise<{ ok: true; drawId: string; created: boolean } | Refusal> {
  const refused = ctx.actor.kind === "upstream" ? null : refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const parsed = parseDraw(input);
  if (!parsed.ok) return parsed;
  const isOpening = parsed.draw.state.approval_state === "Approved";
  const unlocated = isOpening ? checkIpSource(ctx, parsed.draw) : null;
  if (unlocated) return unlocated;
  const { bambora } = parsed.apiKeys;
  const account = bambora ? await checkAccount(ctx, bambora, { patienceMs: turn?.accountMs }) : "unseen";
  const unfit = findUnfitAccount(ctx, parsed.apiKeys, account);
  if (unfit.length > 0) return refuse("invalid-input", unfit);
  const stored = await withRetry(ctx, () => storeDraw(ctx, parsed, { account, turn }));
  return stored.ok ? { ok: true, drawId: parsed.draw.id, created: stored.created } : stored;
}

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
import { checkContradictions } from "./check-contradictions";
import { checkIpSource } from "./check-ip-source";
import { readCredentials } from "./read-credentials";
import { readSealingKey } from "./read-sealing-key";
import { scheduleOf } from "./rules";
import type { DrawAction } from "./rules.audit";
import { winnersText } from "./rules.audit";
import { findInconsistencies, findUnpayablePrices } from "./rules.consistency";
import { asInstants, findChangedFields, findLockedChanges, withMoves } from "./rules.lock";
import { poolsOf } from "./rules.packages";
import { secretsLabel } from "./rules.secrets";
import { findUnfitWords } from "./rules.words";
import type { ApiKeys, Draw, ImportedDraw } from "./schema";
import { drawSchema } from "./schema";
import { winnerSchema } from "./schema.options";
import {
  readDateMoves,
  readDrawForUpdate,
  removeOtherPools,
  saveDraw,
  savePool,
  saveSealedKeys,
  wereKeysUsed,
} from "./store";

type Parsed = { ok: true; draw: Draw; apiKeys: ApiKeys; warnings: FieldProblem[] };

function withoutSecretsAndCounts(imported: ImportedDraw, warnings: FieldProblem[]): Parsed {
  const { apiKeys, numTicketsFinal, numTicketsReserved, lastPurchaseHistory, metrics, isProcessing, ...draw } =
    imported;
  return { ok: true, draw, apiKeys, warnings };
}

/** What the upstream platform sends, without the winners that are none: each is left out alone. */
function leaveOutWinners(input: unknown): { input: unknown; warnings: FieldProblem[] } {
  const given = (input as { winners?: unknown } | null)?.winners;
  if (!Array.isArray(given)) return { input, warnings: [] };
  const parsed = given.map((winner) => winnerSchema.safeParse(winner));
  const winners = given.filter((_winner, place) => parsed[place]?.success);
  const problems = parsed.flatMap((winner, place) =>
    winner.success
      ? []
      : fieldProblemsOf(winner.error, given[place]).map((found) => ({
          ...found,
          field: `winners.${place}.${found.field}`,
        })),
  );
  return { input: { ...(input as object), winners }, warnings: problems };
}

/** The field of a winner whose pool the draw doesn't have. */
const strangerPool = /^winners\.\d+\.poolId$/;

function parseDraw(sent: unknown, isUpstream: boolean): Parsed | Refusal {
  const { input, warnings } = isUpstream ? leaveOutWinners(sent) : { input: sent, warnings: [] };
  const parsed = drawSchema.safeParse(input);
  if (!parsed.success) return refuse("invalid-input", fieldProblemsOf(parsed.error, input));
  const originals = { en: catalogueOf("en").flat, fr: catalogueOf("fr").flat };
  const inconsistent = findInconsistencies(parsed.data);
  if (isUpstream) {
    const strangers = inconsistent.filter(({ field }) => strangerPool.test(field));
    warnings.push(...strangers);
    parsed.data.winners = parsed.data.winners.filter(
      (_winner, place) => !strangers.some(({ field }) => field === `winners.${place}.poolId`),
    );
  }
  const rest = isUpstream ? inconsistent.filter(({ field }) => !strangerPool.test(field)) : inconsistent;
  const problems = [...rest, ...findUnfitWords(parsed.data, originals)];
  return problems.length > 0 ? refuse("invalid-input", problems) : withoutSecretsAndCounts(parsed.data, warnings);
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

/** The draw's first definition, or in which fields this one differs from the one before, and the winners of both. */
function definitionEntry(ctx: Context, now: Date, draw: Draw, before: Draw | undefined, revision: number) {
  const action: DrawAction = revision === 1 ? "draw-imported" : "draw-redefined";
  const fields = before && findChangedFields(before, draw).join(", ");
  const [earlier, later] = [winnersText(before?.winners ?? []), winnersText(draw.winners)];
  const detail: AuditDetail = {
    revision,
    ...(fields === undefined ? {} : { fields }),
    ...(earlier === later ? {} : { winnersBefore: earlier, winnersAfter: later }),
  };
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
  /**
   * Asked in the transaction that stores the draw, before anything is written, with what was found wrong and left out;
   * false: the turn is another's.
   */
  hold: (tx: Database, warnings: readonly FieldProblem[]) => Promise<boolean>;
  /** The same was stored before, without some of its winners: while nothing else can be taken it makes no revision. */
  isRetry: boolean;
};

/** An export of before must not undo what was changed since (`version`). */
const olderVersion: FieldProblem = { field: "version", problem: "too-small" };

/** What was stored; `warnings` names what contradicts itself in it or can't be paid in cash, and was let stand. */
type Stored = { ok: true; created: boolean; warnings: FieldProblem[] };

/** Where winners of the upstream platform were left out, what was published for their prizes stays. */
function keepWinners(draw: Draw, { winners }: Draw): Draw {
  const isOfSame = (one: Draw["winners"][number], other: Draw["winners"][number]) =>
    one.poolId === other.poolId && one.prizeType === other.prizeType;
  const kept = winners.filter((winner) => !draw.winners.some((other) => isOfSame(winner, other)));
  return { ...draw, winners: [...draw.winners, ...kept] };
}

/** The locked fields that a definition changes. Once a reading of its dates is chosen, any offset may be written. */
function findLocked(before: Draw, draw: Draw, isReadingChosen: boolean): FieldProblem[] {
  return isReadingChosen ? findLockedChanges(asInstants(before), asInstants(draw)) : findLockedChanges(before, draw);
}

async function storeDraw(
  ctx: Context,
  parsed: Parsed,
  { account, turn }: { account: CheckedAccount; turn: ImportTurn | null },
): Promise<Stored | Refusal> {
  const { apiKeys } = parsed;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const before = await readDrawForUpdate(tx, parsed.draw.id);
    if (before && parsed.draw.version < before.draw.version) return refuse("invalid-input", [olderVersion]);
    const hasSold = [...(before?.pools.values() ?? [])].some((pool) => pool.sold + pool.reserved > 0);
    const moves = before && (await readDateMoves(tx, before.draw.id));
    const given = moves ? withMoves(parsed.draw, moves) : parsed.draw;
    const checked = await checkContradictions({ ...ctx, db: tx }, given, before);
    if (!checked.ok) return checked;
    const wrong = [...parsed.warnings, ...checked.warnings];
    const isPart = ctx.actor.kind === "upstream" && wrong.length > 0 && before !== null;
    const draw = isPart ? keepWinners(checked.draw, before.draw) : checked.draw;
    const unpayable = findUnpayablePrices(draw);
    // Nobody mends a draw of the upstream platform here, and one that is stored may have been sold.
    if (!before && ctx.actor.kind === "admin" && unpayable.length > 0) return refuse("invalid-input", unpayable);
    const warnings = [...wrong, ...unpayable];
    const moved = await findMovedAccount({ ...ctx, db: tx }, draw.id, { apiKeys, hasSold });
    const locked = before && hasSold ? findLocked(before.draw, draw, moves !== null) : [];
    if (locked.length + moved.length > 0) return refuse("draw-locked", [...locked, ...moved]);
    if (turn && !(await turn.hold(tx, warnings))) return refuse("service-unavailable");
    const isSame = before !== null && findChangedFields(before.draw, draw).length === 0;
    if (turn?.isRetry && isSame) return { ok: true, created: false, warnings };
    const revision = await saveDraw(tx, draw, scheduleOf(draw), now);
    await writeChainEntry(tx, draw.id, definitionEntry(ctx, now, draw, before?.draw, revision));
    const pools = poolsOf(draw);
    await removeOtherPools(
      tx,
      draw.id,
      pools.map((pool) => pool.poolId),
    );
    for (const pool of pools) await savePool(tx, draw.id, revision, pool);
    await storeKeys(ctx, tx, parsed, { account, now });
    return { ok: true, created: before === null, warnings };
  });
}

/**
 * Creates a draw or replaces its definition from `input`, a draw in the wire form. Admins and the upstream platform
 * only. Refusals: `admin-key-wrong`, `admin-right-missing`, `invalid-input` and `draw-locked`, both naming the fields,
 * also of an account that fits no order, of winners that the numbers contradict, and of an admin's new draw whose
 * prices cash can't pay (any other only warns); `ip-source-required` of an approved draw; `service-unavailable` when
 * its turn is over. Without `apiKeys` the stored credentials stay.
 */
export async function importDraw(
  ctx: Context,
  input: unknown,
  turn: ImportTurn | null = null,
): Promise<(Stored & { drawId: string }) | Refusal> {
  const refused = ctx.actor.kind === "upstream" ? null : refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const parsed = parseDraw(input, ctx.actor.kind === "upstream");
  if (!parsed.ok) return parsed;
  const isOpening = parsed.draw.state.approval_state === "Approved";
  const unlocated = isOpening ? checkIpSource(ctx, parsed.draw) : null;
  if (unlocated) return unlocated;
  const { bambora } = parsed.apiKeys;
  const account = bambora ? await checkAccount(ctx, bambora, { patienceMs: turn?.accountMs }) : "unseen";
  const unfit = findUnfitAccount(ctx, parsed.apiKeys, account);
  if (unfit.length > 0) return refuse("invalid-input", unfit);
  const stored = await withRetry(ctx, () => storeDraw(ctx, parsed, { account, turn }));
  return stored.ok ? { ...stored, drawId: parsed.draw.id } : stored;
}

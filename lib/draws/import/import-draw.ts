import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, checkFreshPasskey, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { AccountState } from "@/lib/draws/account/check-account";
import { checkAccount } from "@/lib/draws/account/check-account";
import { readAccount, readCredentials } from "@/lib/draws/account/read-credentials";
import { hasUsedKeys, saveSealedKeys } from "@/lib/draws/account/store";
import { readSealingKey } from "@/lib/draws/installation/open-seals";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import { refuseWithoutIpSource } from "@/lib/draws/open-draw";
import { getSchedule, mainPoolId } from "@/lib/draws/rules";
import { listPools } from "@/lib/draws/rules.packages";
import type { ApiKeys, Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import {
  readDateChanges,
  readDrawForUpdate,
  removeOtherPools,
  saveDraw,
  savePool,
  saveRevision,
} from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { withRetry } from "@/lib/platform/db/errors";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope, Right } from "@/lib/rights";
import { includesDraw, includesParent } from "@/lib/rights";
import { checkContradictions } from "./check-contradictions";
import type { ParsedDraw } from "./read-import";
import { readImport } from "./read-import";
import type { DrawAction } from "./rules.changes";
import { findChangedFields, findLockedChanges, withDateChanges, withUtcDates } from "./rules.changes";
import { findUnpayablePrices } from "./rules.consistency";

/** `warnings` names fields that contradict others, and prices that can't be paid in cash. */
type StoredDraw = { ok: true; created: boolean; warnings: FieldProblem[] };

type StoreRefusal = "invalid-input" | "draw-locked" | "draw-edited" | "service-unavailable";
export type ImportRefusal = StoreRefusal | AdminRefusal | "ip-source-required";

export type ImportLease = {
  /** The longest wait for the gateway's report on the account. */
  accountMs: number;
  /** Called in the transaction before the first write. Returns false if the lease is lost. */
  confirm: (tx: Database, warnings: readonly FieldProblem[]) => Promise<boolean>;
  /** The definition was stored before without some winners. A revision is made only if more are valid now. */
  isRetry: boolean;
};

/** Changing a part of a stored draw takes its own `right`. `revision` is the one that the change was made to. */
export type ChangedPart = { right: Right; revision: number };

type ImportOptions = { lease?: ImportLease; part?: ChangedPart };

/** A definition older than the stored one would undo later changes. */
const olderVersionProblem: FieldProblem = { field: "version", problem: "too-small" };

const takenIdProblem: FieldProblem = { field: "id", problem: "duplicate" };

/**
 * Without `apiKeys` the stored credentials stay. Prices of a new draw must be payable in cash; for a stored draw others
 * are only a warning.
 */
export async function importDraw(
  ctx: Context,
  input: unknown,
  options: ImportOptions = {},
): Promise<(StoredDraw & { drawId: string }) | Refusal<ImportRefusal>> {
  const { lease, part } = options;
  const right = part?.right ?? "draws";
  const result =
    ctx.actor.kind === "upstream"
      ? ({ ok: true, accessScope: "everything" } as const)
      : authorizeAdmin(ctx.actor, right);
  if (!result.ok) return result;
  const parsed = readImport(input, ctx.actor.kind === "upstream");
  if (!parsed.ok) return parsed;
  const passkeyRefusal = Object.keys(parsed.apiKeys).length > 0 ? checkFreshPasskey(ctx.actor) : null;
  if (passkeyRefusal) return passkeyRefusal;
  const isOpening = parsed.draw.state.approval_state === "Approved";
  const ipRefusal = isOpening ? refuseWithoutIpSource(ctx, parsed.draw) : null;
  if (ipRefusal) return ipRefusal;
  const drawAccount = readAccount(parsed.apiKeys);
  const account = drawAccount ? await checkAccount(ctx, drawAccount, { timeoutMs: lease?.accountMs }) : "unknown";
  const accountProblems = findAccountProblems(ctx, parsed.apiKeys, account);
  if (accountProblems.length > 0) return refuse("invalid-input", accountProblems);
  const stored = await withRetry(ctx, () =>
    storeDraw(ctx, parsed, { account, options, accessScope: result.accessScope }),
  );
  return stored.ok ? { ...stored, drawId: parsed.draw.id } : stored;
}

/** Live mode needs a readable report, because only it tells the outcome of a payment whose answer was lost. */
function findAccountProblems(ctx: Context, apiKeys: ApiKeys, account: AccountState): FieldProblem[] {
  const field = "apiKeys.bambora.reportingPasscode";
  if (account === "usable" || account === "unknown") return [];
  if (account !== "refused") return [{ field: "apiKeys.bambora.merchantId", problem: account }];
  if (ctx.mode !== "live") return [];
  return [{ field, problem: readAccount(apiKeys)?.reportingPasscode ? "not-accepted" : "required" }];
}

async function storeDraw(
  ctx: Context,
  parsed: ParsedDraw,
  { account, options, accessScope }: { account: AccountState; options: ImportOptions; accessScope: AccessScope },
): Promise<StoredDraw | Refusal<StoreRefusal | AdminRefusal>> {
  const { lease, part } = options;
  const now = ctx.now();
  return ctx.db.transaction(async (tx) => {
    const before = await readDrawForUpdate(tx, parsed.draw.id);
    const refusal = checkParents(accessScope, parsed.draw, before?.draw) ?? refuseOutdated(parsed.draw, before, part);
    if (refusal) return refusal;
    const decision = await decideDraw({ ...ctx, db: tx }, parsed, before);
    if (!decision.ok) return decision;
    const { draw, warnings } = decision;
    if (lease && !(await lease.confirm(tx, warnings))) return refuse("service-unavailable");
    const isSame = before !== null && findChangedFields(before.draw, draw).length === 0;
    if (!lease?.isRetry || !isSame) {
      await writeDraw(ctx, tx, { draw, before: before?.draw, isSame, now });
      await storeKeys(ctx, tx, parsed, { account, now });
    }
    return { ok: true, created: before === null, warnings };
  });
}

function refuseOutdated(
  draw: Draw,
  before: DrawRecord | null,
  part: ChangedPart | undefined,
): Refusal<"draw-edited" | "invalid-input"> | null {
  if (part && before?.revision !== part.revision) return refuse("draw-edited");
  return before && draw.version < before.draw.version ? refuse("invalid-input", [olderVersionProblem]) : null;
}

type ImportDecision = { ok: true; draw: Draw; warnings: FieldProblem[] };

/** Decides what to store, but writes nothing. */
async function decideDraw(
  ctx: Context,
  { draw: imported, apiKeys, warnings }: ParsedDraw,
  before: DrawRecord | null,
): Promise<ImportDecision | Refusal<"invalid-input" | "draw-locked">> {
  const hasSold = [...(before?.pools.values() ?? [])].some((pool) => pool.sold + pool.reserved > 0);
  const dateChanges = before && (await readDateChanges(ctx.db, before.draw.id));
  const definition = dateChanges ? withDateChanges(imported, dateChanges) : imported;
  const check = await checkContradictions(ctx, definition, before);
  if (!check.ok) return check;
  const problems = [...warnings, ...check.warnings];
  const isPart = ctx.actor.kind === "upstream" && problems.length > 0 && before !== null;
  const draw = isPart ? keepWinners(check.draw, before.draw) : check.draw;
  const priceProblems = findUnpayablePrices(draw);
  // Otherwise it is a warning: a draw of the upstream platform can't be corrected here, and a stored one may have sold.
  if (!before && ctx.actor.kind === "admin" && priceProblems.length > 0) return refuse("invalid-input", priceProblems);
  const lockedProblems = before && hasSold ? findLockedProblems(before.draw, draw, dateChanges !== null) : [];
  const accountProblems = await findAccountChange(ctx, draw.id, { apiKeys, hasSold });
  if (lockedProblems.length + accountProblems.length > 0)
    return refuse("draw-locked", [...lockedProblems, ...accountProblems]);
  return { ok: true, draw, warnings: [...problems, ...priceProblems] };
}

type DrawChange = { draw: Draw; before: Draw | undefined; isSame: boolean; now: Date };

async function writeDraw(ctx: Context, tx: Database, { draw, before, isSame, now }: DrawChange): Promise<void> {
  const revision = await saveDraw(tx, draw, getSchedule(draw), now);
  if (!isSame) await saveRevision(tx, { revision, before: before ?? null, after: draw, savedAt: now });
  await writeChainEntry(tx, draw.id, createDefinitionEntry(ctx, now, draw, before, revision));
  const pools = listPools(draw);
  await removeOtherPools(
    tx,
    draw.id,
    pools.map(({ poolId }) => poolId),
  );
  for (const pool of pools) await savePool(tx, draw.id, revision, pool);
}

/**
 * Creating a draw needs the right for its parent, moving it the right for both parents. An id outside the caller's
 * access scope is refused as taken.
 */
function checkParents(accessScope: AccessScope, draw: Draw, before: Draw | undefined) {
  if (accessScope === "everything") return null;
  const { id: drawId, parentId } = draw;
  if (before && !includesDraw(accessScope, { drawId, parentId: before.parentId }))
    return refuse("invalid-input", [takenIdProblem]);
  if (before?.parentId === parentId) return null;
  const includesBothParents =
    includesParent(accessScope, parentId) && (!before || includesParent(accessScope, before.parentId));
  return includesBothParents ? null : refuseMissingRight("draws");
}

/** When winners of the upstream platform are left out, those already published for the same prizes stay. */
function keepWinners(draw: Draw, { winners }: Draw): Draw {
  const isForSamePrize = (one: Draw["winners"][number], other: Draw["winners"][number]) =>
    one.poolId === other.poolId && one.prizeType === other.prizeType;
  const keptWinners = winners.filter((winner) => !draw.winners.some((other) => isForSamePrize(winner, other)));
  return { ...draw, winners: [...draw.winners, ...keptWinners] };
}

/** After a hold or a charge the account is fixed, because payments are looked up and refunded where they were made. */
async function findAccountChange(
  ctx: Context,
  drawId: string,
  { apiKeys, hasSold }: { apiKeys: ApiKeys; hasSold: boolean },
): Promise<FieldProblem[]> {
  if (!hasSold && !(await hasUsedKeys(ctx.db, drawId))) return [];
  const before = await readCredentials(ctx, drawId);
  // Keys without an account are refused too: they would remove it, and the next import could name another one.
  const isMoved = before && Object.keys(apiKeys).length > 0 && readAccount(apiKeys)?.merchantId !== before.merchantId;
  return isMoved ? [{ field: "apiKeys.bambora.merchantId", problem: "locked" }] : [];
}

/** After an admin chose how to read ambiguous dates, they may be written with any offset. */
function findLockedProblems(before: Draw, draw: Draw, isReadingChosen: boolean): FieldProblem[] {
  return isReadingChosen
    ? findLockedChanges(withUtcDates(before), withUtcDates(draw))
    : findLockedChanges(before, draw);
}

function createDefinitionEntry(ctx: Context, now: Date, draw: Draw, before: Draw | undefined, revision: number) {
  const action: DrawAction = revision === 1 ? "draw-imported" : "draw-redefined";
  const fields = before && findChangedFields(before, draw).join(", ");
  const [earlier, later] = [formatWinners(before?.winners ?? []), formatWinners(draw.winners)];
  const detail: AuditDetail = {
    revision,
    ...(fields === undefined ? {} : { fields }),
    ...(earlier === later ? {} : { winnersBefore: earlier, winnersAfter: later }),
  };
  return { action, at: now, actor: toAuditActor(ctx.actor), detail };
}

/** Names winners in an audit entry by prize and number, never by person. */
function formatWinners(winners: Draw["winners"]): string {
  const labels = winners.map(({ poolId, prizeType, number }) => {
    const prize = `${prizeType} ${number}`;
    return poolId === mainPoolId ? prize : `${poolId} ${prize}`;
  });
  return labels.length > 0 ? labels.join("; ") : "none";
}

async function storeKeys(
  ctx: Context,
  tx: Database,
  { draw, apiKeys }: ParsedDraw,
  { account, now }: { account: AccountState; now: Date },
): Promise<void> {
  if (Object.keys(apiKeys).length === 0) return;
  // Sealed with the previous key during a rotation, for processes that only have that one (decision 058).
  const keyId = await readSealingKey({ ...ctx, db: tx });
  const sealed = ctx.sealer.seal(JSON.stringify(apiKeys), getSecretsLabel(draw.id), keyId);
  await saveSealedKeys(tx, draw.id, { sealed, now, seenAt: account === "usable" ? now : null });
  const action: DrawAction = "credentials-changed";
  const detail = { merchant: readAccount(apiKeys)?.merchantId ?? null };
  await writeChainEntry(tx, draw.id, { action, at: now, actor: toAuditActor(ctx.actor), detail });
}

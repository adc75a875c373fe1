import "server-only";

import type { AuditDetail } from "@/lib/audit/rules";
import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, checkFreshPasskey, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { AccountState } from "@/lib/draws/account/check-account";
import { checkCredentials, findAccountChange, sealCredentials } from "@/lib/draws/account/seal-credentials";
import { deleteUnusedKeys } from "@/lib/draws/account/store";
import { checkIpSource } from "@/lib/draws/reopen-draw";
import { getSchedule, mainPoolId } from "@/lib/draws/rules";
import { listPools } from "@/lib/draws/rules.packages";
import type { Draw } from "@/lib/draws/schema";
import type { DrawRecord } from "@/lib/draws/store";
import { lockDraw, readDateChanges, removeOtherPools, saveDraw, savePool, saveRevision } from "@/lib/draws/store";
import type { Database } from "@/lib/platform/db/database";
import { transact } from "@/lib/platform/db/transact";
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

type StoreRefusal = "invalid-input" | "draw-locked" | "draw-cancelled" | "draw-edited" | "service-unavailable";
export type ImportRefusal = StoreRefusal | AdminRefusal | "ip-source-required";

export type ImportLease = {
  /** The longest wait for the gateway's report on the account. */
  accountMs: number;
  /** Called in the transaction before the first write. Returns false if the lease is lost. */
  confirm: (tx: Database, warnings: readonly FieldProblem[]) => Promise<boolean>;
  /** The definition was stored before without some winners. A revision is made only if more are valid now. */
  isRetry: boolean;
};

/**
 * Changing a part of a stored draw takes its own `right`. `revision` is the one that the change was made to, null for a
 * draw that isn't stored yet.
 */
export type ChangedPart = { right: Right; revision: number | null };

type ImportOptions = {
  lease?: ImportLease;
  part?: ChangedPart;
  /** Called in the transaction before the first write. Refused as `draw-edited` if it returns false. */
  confirm?: (tx: Database) => Promise<boolean>;
};

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
  const ipRefusal = isOpening ? checkIpSource(ctx, parsed.draw) : null;
  if (ipRefusal) return ipRefusal;
  const checked = await checkCredentials(ctx, parsed.apiKeys, lease?.accountMs);
  if (!checked.ok) return checked;
  const { accessScope } = result;
  const stored = await transact(ctx, (tx) =>
    storeDraw({ ...ctx, db: tx }, parsed, { account: checked.account, options, accessScope }),
  );
  return stored.ok ? { ...stored, drawId: parsed.draw.id } : stored;
}

async function storeDraw(
  ctx: Context,
  parsed: ParsedDraw,
  { account, options, accessScope }: { account: AccountState; options: ImportOptions; accessScope: AccessScope },
): Promise<StoredDraw | Refusal<StoreRefusal | AdminRefusal>> {
  const { lease, part, confirm } = options;
  const { db: tx } = ctx;
  const before = await lockDraw(tx, parsed.draw.id);
  const refusal = checkParents(accessScope, parsed.draw, before?.draw) ?? checkRevision(parsed.draw, before, part);
  if (refusal) return refusal;
  const decision = await decideDraw(ctx, parsed, before);
  if (!decision.ok) return decision;
  const { draw, warnings } = decision;
  if (lease && !(await lease.confirm(tx, warnings))) return refuse("service-unavailable");
  if (confirm && !(await confirm(tx))) return refuse("draw-edited");
  // Credentials that are stored already are those of a draft with this id, perhaps another parent's.
  if (before === null && !confirm) await deleteUnusedKeys(tx, draw.id);
  const now = ctx.now();
  const isSame = before !== null && findChangedFields(before.draw, draw).length === 0;
  if (!lease?.isRetry || !isSame) {
    await writeDraw(ctx, tx, { draw, before: before?.draw, isSame, now });
    await sealCredentials(ctx, draw.id, parsed.apiKeys, { account, now });
  }
  return { ok: true, created: before === null, warnings };
}

function checkRevision(
  draw: Draw,
  before: DrawRecord | null,
  part: ChangedPart | undefined,
): Refusal<"draw-edited" | "invalid-input"> | null {
  if (part && (before?.revision ?? null) !== part.revision) return refuse("draw-edited");
  return before && draw.version < before.draw.version ? refuse("invalid-input", [olderVersionProblem]) : null;
}

type ImportDecision = { ok: true; draw: Draw; warnings: FieldProblem[] };

/** Decides what to store, but writes nothing. */
async function decideDraw(
  ctx: Context,
  { draw: imported, apiKeys, warnings }: ParsedDraw,
  before: DrawRecord | null,
): Promise<ImportDecision | Refusal<"invalid-input" | "draw-locked" | "draw-cancelled">> {
  const hasSold = [...(before?.pools.values() ?? [])].some((pool) => pool.sold + pool.reserved > 0);
  const dateChanges = before && (await readDateChanges(ctx.db, before.draw.id));
  const definition = dateChanges ? withDateChanges(imported, dateChanges) : imported;
  const check = await checkContradictions(ctx, definition, before);
  if (!check.ok) return check;
  const problems = [...warnings, ...check.warnings];
  const isPart = ctx.actor.kind === "upstream" && problems.length > 0 && before !== null;
  const draw = isPart ? keepWinners(check.draw, before.draw) : check.draw;
  // The money of its numbers is being returned. Other changes do no harm: sales stay closed whatever is stored.
  if (before?.cancelledAt && draw.winners.length > 0) return refuse("draw-cancelled");
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

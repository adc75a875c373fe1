import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, checkFreshPasskey, refuseMissingRight } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { AccountState } from "@/lib/draws/account/check-account";
import { readAccount } from "@/lib/draws/account/read-credentials";
import { checkCredentials, findAccountChange, sealCredentials } from "@/lib/draws/account/seal-credentials";
import { listSealedKeys } from "@/lib/draws/account/store";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import type { ApiKeys } from "@/lib/draws/schema";
import { lockNewDraw, readDrawForUpdate } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { includesDraw } from "@/lib/rights";
import { credentialsSchema } from "./schema";
import { readOwnerId } from "./store";

type ChangeRefusal = AdminRefusal | "invalid-input" | "draw-not-found" | "draw-locked";

/**
 * Stores the merchant account of a draw, or of one that is being set up. An account that another parent uses may only
 * be taken by an admin of everything, because its holder pays for what goes wrong.
 */
export async function changeCredentials(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<ChangeRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const passkeyRefusal = checkFreshPasskey(ctx.actor);
  if (passkeyRefusal) return passkeyRefusal;
  const parentId = await withRetry(ctx, () => readOwnerId(ctx.db, drawId));
  if (parentId === null || !includesDraw(access.accessScope, { drawId, parentId })) return refuse("draw-not-found");
  const input = parseInput(credentialsSchema, body);
  if (!input.ok) return input;
  const apiKeys: ApiKeys = input.value;
  const isShared = await withRetry(ctx, () => isUsedByOtherParent(ctx, input.value.bambora.merchantId, parentId));
  if (isShared && access.accessScope !== "everything") return refuseMissingRight("draws");
  const checked = await checkCredentials(ctx, apiKeys);
  if (!checked.ok) return checked;
  const refused = await findRefusedPasscodes(ctx, apiKeys, checked.account);
  if (refused.length > 0) return refuse("invalid-input", refused);
  return transact(ctx, async (tx): Promise<{ ok: true } | Refusal<"draw-locked" | "draw-not-found">> => {
    await lockNewDraw(tx, drawId);
    const draw = await readDrawForUpdate(tx, drawId);
    if ((await readOwnerId(tx, drawId)) !== parentId) return refuse("draw-not-found");
    const hasSold = [...(draw?.pools.values() ?? [])].some(({ sold, reserved }) => sold + reserved > 0);
    const inTransaction = { ...ctx, db: tx };
    const problems = await findAccountChange(inTransaction, drawId, { apiKeys, hasSold });
    if (problems.length > 0) return refuse("draw-locked", problems);
    await sealCredentials(inTransaction, drawId, apiKeys, { account: checked.account, now: ctx.now() });
    return { ok: true };
  });
}

/** Somebody waits for the answer, so a passcode that the bank refuses is refused in every mode. */
async function findRefusedPasscodes(ctx: Context, apiKeys: ApiKeys, account: AccountState): Promise<FieldProblem[]> {
  const credentials = readAccount(apiKeys);
  if (!credentials) return [];
  const isRefused = {
    passcode: (await ctx.gateway.checkCredentials(credentials)) === "refused",
    reportingPasscode: account === "refused" && credentials.reportingPasscode !== undefined,
  };
  return (["passcode", "reportingPasscode"] as const)
    .filter((name) => isRefused[name])
    .map((name) => ({ field: `apiKeys.bambora.${name}`, problem: "not-accepted" }));
}

const pageSize = 200;

/** Opens the credentials of all draws, because nothing else tells whose account a draw has. */
async function isUsedByOtherParent(ctx: Context, merchantId: string, parentId: string): Promise<boolean> {
  for (let after = ""; ; ) {
    const page = await listSealedKeys(ctx.db, after, pageSize);
    for (const { drawId, sealed } of page) {
      const keys = JSON.parse(ctx.sealer.open(sealed, getSecretsLabel(drawId))) as ApiKeys;
      const isSame = readAccount(keys)?.merchantId === merchantId;
      if (isSame && (await readOwnerId(ctx.db, drawId)) !== parentId) return true;
    }
    const last = page.at(-1);
    if (!last || page.length < pageSize) return false;
    after = last.drawId;
  }
}

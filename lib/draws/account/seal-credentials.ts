import "server-only";

import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { DrawAction } from "@/lib/draws/import/rules.changes";
import { readSealingKey } from "@/lib/draws/installation/open-seals";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import type { ApiKeys } from "@/lib/draws/schema";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccountState } from "./check-account";
import { checkAccount } from "./check-account";
import { readAccount, readCredentials } from "./read-credentials";
import { hasUsedKeys, saveSealedKeys } from "./store";

/** Asks the bank about an account before it is stored. */
export async function checkCredentials(
  ctx: Context,
  apiKeys: ApiKeys,
  timeoutMs?: number,
): Promise<{ ok: true; account: AccountState } | Refusal<"invalid-input">> {
  const drawAccount = readAccount(apiKeys);
  const account = drawAccount ? await checkAccount(ctx, drawAccount, { timeoutMs }) : "unknown";
  const problems = findAccountProblems(ctx, apiKeys, account);
  return problems.length > 0 ? refuse("invalid-input", problems) : { ok: true, account };
}

/** Live mode needs a readable report, because only it tells the outcome of a payment whose answer was lost. */
function findAccountProblems(ctx: Context, apiKeys: ApiKeys, account: AccountState): FieldProblem[] {
  const field = "apiKeys.bambora.reportingPasscode";
  if (account === "usable" || account === "unknown") return [];
  if (account !== "refused") return [{ field: "apiKeys.bambora.merchantId", problem: account }];
  if (ctx.mode !== "live") return [];
  return [{ field, problem: readAccount(apiKeys)?.reportingPasscode ? "not-accepted" : "required" }];
}

/** After a hold or a charge the account is fixed, because payments are looked up and refunded where they were made. */
export async function findAccountChange(
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

/** In a transaction of the caller, which holds the draw's lock. Without `apiKeys` the stored credentials stay. */
export async function sealCredentials(
  ctx: Context,
  drawId: string,
  apiKeys: ApiKeys,
  { account, now }: { account: AccountState; now: Date },
): Promise<void> {
  if (Object.keys(apiKeys).length === 0) return;
  // Sealed with the previous key during a rotation, for processes that only have that one (decision 058).
  const keyId = await readSealingKey(ctx);
  const sealed = ctx.sealer.seal(JSON.stringify(apiKeys), getSecretsLabel(drawId), keyId);
  await saveSealedKeys(ctx.db, drawId, { sealed, now, seenAt: account === "usable" ? now : null });
  const action: DrawAction = "credentials-changed";
  const detail = { merchant: readAccount(apiKeys)?.merchantId ?? null };
  await writeChainEntry(ctx.db, drawId, { action, at: now, actor: toAuditActor(ctx.actor), detail });
}

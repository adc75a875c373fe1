import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { sealCredentials } from "@/lib/draws/account/seal-credentials";
import { findUsableKeys } from "@/lib/draws/account/store";
import type { ImportRefusal } from "@/lib/draws/import/import-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { readImport } from "@/lib/draws/import/read-import";
import { getSecretsLabel } from "@/lib/draws/installation/rules";
import { getSchedule } from "@/lib/draws/rules";
import type { ApiKeys } from "@/lib/draws/schema";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDraft } from "./find-draft";
import { toDefinition } from "./rules";
import { createTestCopyId, maxTestCopies, toTestCopy } from "./rules.copies";
import { countTestCopies } from "./store";

type CopyRefusal =
  | ImportRefusal
  | AdminRefusal
  | "draft-not-found"
  | "draft-incomplete"
  | "live-mode"
  | "too-many-copies";

/**
 * Makes a test draw of a draft, in which an admin who may set up draws of its parent buys with test cards. It has the
 * draft's merchant account, or without one that of another draw of the parent. Live mode has no test draws that sell.
 */
export async function createTestCopy(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; drawId: string; endsAt: Date } | Refusal<CopyRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  if (ctx.mode === "live") return refuse("live-mode");
  const { draft } = found;
  const { parentId } = draft;
  const parsed = readImport(toDefinition(draft, null), false);
  const keys = await withRetry(ctx, () => findUsableKeys(ctx.db, { drawId, parentId }));
  if (!parsed.ok || !keys || getSchedule(parsed.draw).closesAt <= ctx.now()) return refuse("draft-incomplete");
  const apiKeys = JSON.parse(ctx.sealer.open(keys.sealed, getSecretsLabel(keys.drawId))) as ApiKeys;
  const now = ctx.now();
  const copy = toTestCopy(parsed.draw, createTestCopyId(drawId, toCrockford(ctx.random(5), 8)), now);
  let isFull = false;
  const stored = await importDraw(ctx, copy, {
    part: { right: "draws", revision: null },
    confirm: async (tx) => {
      isFull = (await countTestCopies(tx, parentId, now)) >= maxTestCopies;
      if (isFull) return false;
      await sealCredentials({ ...ctx, db: tx }, copy.id, apiKeys, { account: "unknown", now });
      return true;
    },
  });
  if (isFull) return refuse("too-many-copies");
  return stored.ok ? { ok: true, drawId: copy.id, endsAt: getSchedule(copy).closesAt } : stored;
}

import "server-only";

import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { daysAfter } from "@/lib/durations";
import { parseInput } from "@/lib/platform/http/read-json";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminKeyRecord, AdminKeyView, KeyAction } from "./rules";
import { formatAdminKey, hashAdminKey, keysChain, maxKeyDays, viewKey } from "./rules";
import type { CreateAdminKeyInput } from "./schema";
import { createAdminKeySchema } from "./schema";
import { insertAdminKey } from "./store";

/** For `ADMIN_KEY` only. The key is returned but not stored. Refuses a name that was ever used (`duplicate`). */
export async function createAdminKey(
  ctx: Context,
  input: unknown,
): Promise<{ ok: true; key: string; adminKey: AdminKeyView } | Refusal<AdminRefusal | "invalid-input">> {
  const refused = authorizeEverywhere(ctx.actor, "keys");
  if (refused) return refused;
  const parsed = parseInput(createAdminKeySchema, input);
  if (!parsed.ok) return parsed;
  const now = ctx.now();
  const record = toKeyRecord(parsed.value, now);
  const problem = findExpiryProblem(record.expiresAt, now);
  if (problem) return refuse("invalid-input", [problem]);
  const key = formatAdminKey(ctx.random(32));
  const isStored = await storeKey(ctx, record, hashAdminKey(ctx.sealer, key));
  if (!isStored) return refuse("invalid-input", [{ field: "name", problem: "duplicate" }]);
  return { ok: true, key, adminKey: viewKey(record, now) };
}

function toKeyRecord({ name, rights, expiresAt, days = 0 }: CreateAdminKeyInput, now: Date): AdminKeyRecord {
  const end = expiresAt === undefined ? daysAfter(now, days) : new Date(expiresAt);
  return { name, rights: [...new Set(rights)], createdAt: now, expiresAt: end, revokedAt: null };
}

function findExpiryProblem(expiresAt: Date, now: Date): FieldProblem | null {
  if (expiresAt <= now) return { field: "expiresAt", problem: "too-small" };
  return expiresAt > daysAfter(now, maxKeyDays) ? { field: "expiresAt", problem: "too-large" } : null;
}

async function storeKey(ctx: Context, record: AdminKeyRecord, keyHash: string): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    if (!(await insertAdminKey(tx, { ...record, keyHash }))) return false;
    const detail = { name: record.name, rights: record.rights.join(" "), expires: record.expiresAt.toISOString() };
    const action: KeyAction = "admin-key-created";
    await writeChainEntry(tx, keysChain, { action, at: record.createdAt, actor: toAuditActor(ctx.actor), detail });
    return true;
  });
}

import "server-only";

import { toAuditActor, writeChainEntry } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AdminKeyView, KeyAction } from "./rules";
import { keyNamePattern, keysChain, viewKey } from "./rules";
import { markKeyRevoked, readNamedKey } from "./store";

/** For `ADMIN_KEY` only. Revoking a key again changes nothing. */
export async function revokeAdminKey(
  ctx: Context,
  name: string,
): Promise<{ ok: true; adminKey: AdminKeyView } | Refusal<AdminRefusal | "not-found">> {
  const refused = authorizeEverywhere(ctx.actor, "keys");
  if (refused) return refused;
  if (!keyNamePattern.test(name)) return refuse("not-found");
  const now = ctx.now();
  await ctx.db.transaction(async (tx) => {
    if (!(await markKeyRevoked(tx, name, now))) return;
    const action: KeyAction = "admin-key-revoked";
    await writeChainEntry(tx, keysChain, { action, at: now, actor: toAuditActor(ctx.actor), detail: { name } });
  });
  const record = await readNamedKey(ctx.db, name);
  return record ? { ok: true, adminKey: viewKey(record, now) } : refuse("not-found");
}

import "server-only";

import { auditActorOf, writeChainEntry } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { AdminKeyView } from "./rules.admin-keys";
import { keyNameShape, viewKey } from "./rules.admin-keys";
import type { KeyAction } from "./rules.audit";
import { keysChain } from "./rules.audit";
import { markKeyRevoked, readNamedKey } from "./store";

async function revoke(ctx: Context, name: string, at: Date): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    if (!(await markKeyRevoked(tx, name, at))) return;
    const action: KeyAction = "admin-key-revoked";
    await writeChainEntry(tx, keysChain, { action, at, actor: auditActorOf(ctx.actor), detail: { name } });
  });
}

/**
 * Revokes a named key for good: its next call is refused at every process. A repeat changes nothing. Only for
 * `ADMIN_KEY`. Refusals: `admin-key-wrong`, `admin-right-missing`, `not-found`.
 */
export async function revokeAdminKey(
  ctx: Context,
  name: string,
): Promise<{ ok: true; adminKey: AdminKeyView } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "keys");
  if (refused) return refused;
  if (!keyNameShape.test(name)) return refuse("not-found");
  const now = ctx.now();
  await revoke(ctx, name, now);
  const record = await readNamedKey(ctx.db, name);
  return record ? { ok: true, adminKey: viewKey(record, now) } : refuse("not-found");
}

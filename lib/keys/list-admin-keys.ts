import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { AdminKeyView } from "./rules.admin-keys";
import { viewKey } from "./rules.admin-keys";
import { listAdminKeyRecords } from "./store";

/**
 * Lists the named keys with their state, the latest first. Only for `ADMIN_KEY`. Refusals: `admin-key-wrong`,
 * `admin-right-missing`.
 */
export async function listAdminKeys(ctx: Context): Promise<{ ok: true; adminKeys: AdminKeyView[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "keys");
  if (refused) return refused;
  const now = ctx.now();
  return { ok: true, adminKeys: (await listAdminKeyRecords(ctx.db)).map((record) => viewKey(record, now)) };
}

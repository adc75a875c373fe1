import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeEverywhere } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import type { AdminKeyView } from "./rules";
import { viewKey } from "./rules";
import { listAdminKeyRecords } from "./store";

export async function listAdminKeys(
  ctx: Context,
): Promise<{ ok: true; adminKeys: AdminKeyView[] } | Refusal<AdminRefusal>> {
  const refused = authorizeEverywhere(ctx.actor, "keys");
  if (refused) return refused;
  const now = ctx.now();
  return { ok: true, adminKeys: (await listAdminKeyRecords(ctx.db)).map((record) => viewKey(record, now)) };
}

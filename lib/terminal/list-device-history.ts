import "server-only";

import type { WrittenEntry } from "@/lib/audit/rules";
import { parentChain } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import type { DeviceAction } from "./rules.audit";
import { deviceActions } from "./rules.audit";

/**
 * Lists what was done to the devices of a parent and by whom, the latest 500, earliest first. Admins only. Refusals:
 * `admin-key-wrong`, `admin-right-missing`, `invalid-input`.
 */
export async function listDeviceHistory(
  ctx: Context,
  parentId: string,
): Promise<{ ok: true; entries: WrittenEntry<DeviceAction>[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "devices");
  if (refused) return refused;
  if (!idSchema.safeParse(parentId).success) {
    return refuse("invalid-input", [{ field: "parentId", problem: "malformed" }]);
  }
  return { ok: true, entries: await listChainEntries(ctx.db, parentChain(parentId), deviceActions) };
}

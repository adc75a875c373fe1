import "server-only";

import type { WrittenEntry } from "@/lib/audit/rules";
import { parentChain } from "@/lib/audit/rules";
import { listChainEntries } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { DeviceAction } from "./rules.audit";
import { deviceActions } from "./rules.audit";

/**
 * Lists what was done to the devices of a parent and by whom, the latest 500, earliest first. Admins only. Refusals:
 * `admin-key-wrong`, `invalid-input`.
 */
export async function listDeviceHistory(
  ctx: Context,
  parentId: string,
): Promise<{ ok: true; entries: WrittenEntry<DeviceAction>[] } | Refusal> {
  if (ctx.actor.kind !== "admin") return refuse("admin-key-wrong");
  if (!idSchema.safeParse(parentId).success) {
    return refuse("invalid-input", [{ field: "parentId", problem: "malformed" }]);
  }
  return { ok: true, entries: await listChainEntries(ctx.db, parentChain(parentId), deviceActions) };
}

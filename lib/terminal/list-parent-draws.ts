import "server-only";

import type { ListedDraw } from "@/lib/activity/list-draws";
import { listDraws } from "@/lib/activity/list-draws";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

/** The approved draws of the parent of the device that calls, the latest close first. Refusal: `device-required`. */
export async function listParentDraws(ctx: Context): Promise<{ ok: true; draws: ListedDraw[] } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return { ok: true, draws: await listDraws(ctx, { parentId: actor.parentId }) };
}

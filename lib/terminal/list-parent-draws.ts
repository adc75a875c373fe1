import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/http/reasons";
import { refuse } from "@/lib/http/reasons";
import type { ListedDraw } from "@/lib/orders/list-draws";
import { listDraws } from "@/lib/orders/list-draws";

/** The approved draws of the parent of the device that calls, the latest close first. Refusal: `device-required`. */
export async function listParentDraws(ctx: Context): Promise<{ ok: true; draws: ListedDraw[] } | Refusal> {
  const { actor } = ctx;
  if (actor.kind !== "device") return refuse("device-required");
  return { ok: true, draws: await listDraws(ctx, { parentId: actor.parentId }) };
}

import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { checkParent } from "./check-parent";

/**
 * Checks who sells: what is to be sold at a terminal is sold by a device that knows its name, operator and printer, in
 * a draw of its parent. Null when nothing is in the way. Refusals: `device-required`, `device-incomplete`,
 * `draw-not-found`.
 */
export async function checkSeller(
  ctx: Context,
  { instanceId, atTerminal }: { instanceId: string; atTerminal?: true | undefined },
): Promise<Refusal | null> {
  if (ctx.actor.kind !== "device") return atTerminal ? refuse("device-required") : null;
  if (!ctx.actor.maySell) return refuse("device-incomplete");
  return (await checkParent(ctx, instanceId)) ? null : refuse("draw-not-found");
}

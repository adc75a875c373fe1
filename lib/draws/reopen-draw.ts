import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { authorizeForDraw } from "./authorize-for-draw";
import { getSchedule } from "./rules";
import type { Draw } from "./schema";
import { idSchema } from "./schema.fields";
import { readDrawForUpdate, setClosedAt } from "./store";

type ReopenRefusal =
  | (AdminRefusal | "draw-not-found" | "ip-source-required")
  | ("draw-cancelled" | "draw-drawn" | "draw-closed");

/**
 * Undoes an admin's closing, so that the dates decide again. Refused once any but an early bird is drawn, once the
 * dates themselves have closed sales, and for good once the draw is cancelled.
 */
export async function reopenDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal<ReopenRefusal>> {
  const refusal = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refusal) return refusal;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const entry = { action: "draw-opened", at: ctx.now(), actor: toAuditActor(ctx.actor) } as const;
  return ctx.db.transaction(async (tx): Promise<{ ok: true } | Refusal<ReopenRefusal>> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    if (record.cancelledAt) return refuse("draw-cancelled");
    const ipRefusal = checkIpSource(ctx, record.draw);
    if (ipRefusal) return ipRefusal;
    if (record.closedAt && record.draw.winners.some(({ prizeType }) => prizeType !== "Early Bird")) {
      return refuse("draw-drawn");
    }
    if (getSchedule(record.draw).closesAt <= entry.at) return refuse("draw-closed");
    await setClosedAt(tx, drawId, null, entry);
    return { ok: true };
  });
}

/** A live server without IP locations opens no draw that requires them (docs/configuration.md, Where buyers are). */
export function checkIpSource(
  { mode, ipLocation }: Pick<Context, "mode" | "ipLocation">,
  { checkoutAccess }: Pick<Draw, "checkoutAccess">,
): Refusal<"ip-source-required"> | null {
  if (mode !== "live" || ipLocation !== null || !checkoutAccess.requireIPCheck) return null;
  return refuse("ip-source-required");
}

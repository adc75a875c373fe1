import "server-only";

import { auditActorOf } from "@/lib/audit/store";
import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";

import { checkIpSource } from "./check-ip-source";
import { idSchema } from "./schema.fields";
import { readDrawForUpdate, setClosedAt } from "./store";

/**
 * Takes an admin's close back: the dates decide again. One that was not closed stays as it is, and nothing is sold
 * again once a winner is published that no early bird is. Admins only. Refusals: `admin-key-wrong`,
 * `admin-right-missing`, `draw-not-found`, `ip-source-required`, `draw-drawn`.
 */
export async function openDraw(ctx: Context, drawId: string): Promise<{ ok: true } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const entry = { action: "draw-opened", at: ctx.now(), actor: auditActorOf(ctx.actor) } as const;
  return ctx.db.transaction(async (tx): Promise<{ ok: true } | Refusal> => {
    const record = await readDrawForUpdate(tx, drawId);
    if (!record) return refuse("draw-not-found");
    const unfit = checkIpSource(ctx, record.draw);
    if (unfit) return unfit;
    if (record.closedAt && record.draw.winners.some(({ prizeType }) => prizeType !== "Early Bird")) {
      return refuse("draw-drawn");
    }
    await setClosedAt(tx, drawId, null, entry);
    return { ok: true };
  });
}

import "server-only";

import type { Context } from "@/lib/context";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuseAdmin } from "@/lib/refuse-admin";
import type { AmbiguousDraw } from "./rules";
import { ambiguousDrawOf } from "./rules";
import { listUnchosenDraws } from "./store";

/**
 * Lists draws with dates ahead whose written offset is not their zone's, with both readings, until an admin chooses
 * one. Admins only. Refusals: `admin-key-wrong`, `admin-right-missing`.
 */
export async function listAmbiguousDraws(ctx: Context): Promise<{ ok: true; draws: AmbiguousDraw[] } | Refusal> {
  const refused = refuseAdmin(ctx.actor, "draws");
  if (refused) return refused;
  const now = ctx.now();
  const draws = await listUnchosenDraws(ctx.db, now);
  return { ok: true, draws: draws.flatMap((draw) => ambiguousDrawOf(draw, now) ?? []) };
}

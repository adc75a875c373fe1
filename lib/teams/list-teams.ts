import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import { listDrawRecords } from "@/lib/draws/store";
import type { LocalText } from "@/lib/local-text";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";

import type { TeamDraw } from "./rules";
import { countTeams } from "./rules";

/** Lists draws with teams in the scope of the caller's right `teams`, the last to close first. */
export async function listTeams(ctx: Context): Promise<{ ok: true; draws: TeamDraw[] } | Refusal<AdminRefusal>> {
  const access = authorizeAdmin(ctx.actor, "teams");
  if (!access.ok) return access;
  const records = await withRetry(ctx, () => listDrawRecords(ctx.db, access));
  const draws = records.map(({ draw }) => draw).filter((draw) => countTeams(draw) > 0);
  const fed = await findFedDraws(
    ctx,
    draws.map(({ id }) => id),
  );
  return {
    ok: true,
    draws: draws.map((draw) => ({
      id: draw.id,
      title: draw.title as LocalText,
      teamCount: countTeams(draw),
      isFed: fed.has(draw.id),
    })),
  };
}

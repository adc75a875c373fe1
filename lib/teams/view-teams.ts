import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import { idSchema } from "@/lib/draws/schema.fields";
import { listDrawRecords, readDrawRecord } from "@/lib/draws/store";
import type { LocalText } from "@/lib/local-text";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import type { TeamsView } from "./rules";
import { isBilingual, listUsedImages } from "./rules";

/** Returns the teams of a draw for editing, and the pictures they may have. For admins with `teams` for the draw. */
export async function viewTeams(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; view: TeamsView } | Refusal<AdminRefusal | "draw-not-found">> {
  const refused = await authorizeForDraw(ctx, "teams", drawId, "draw-not-found");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const access = authorizeAdmin(ctx.actor, "teams");
  if (!access.ok) return access;
  const [record, records] = await withRetry(ctx, () =>
    Promise.all([readDrawRecord(ctx.db, drawId), listDrawRecords(ctx.db, access)]),
  );
  if (!record) return refuse("draw-not-found");
  const { draw, revision } = record;
  const isFed = (await findFedDraws(ctx, [drawId])).has(drawId);
  const title = draw.title as LocalText;
  // The draw's own pictures come first.
  const pictures = listUsedImages([draw, ...records.map((each) => each.draw)]);
  return {
    ok: true,
    view: { id: drawId, title, isFed, revision, isBilingual: isBilingual(draw), groups: draw.teams, pictures },
  };
}

import "server-only";

import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import type { ImportRefusal } from "@/lib/draws/import/import-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { findChangedFields } from "@/lib/draws/import/rules.changes";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";

import { findTeamProblems, replaceTeams } from "./rules";
import { changeTeamsSchema } from "./schema";

type ChangeRefusal = ImportRefusal | "draw-not-found" | "draw-of-feed";

/**
 * Imports the draw with other names, colours, pictures or order of its teams. For admins with `teams` for the draw.
 * Refuses (`draw-edited`) if the draw was changed since the caller read it. Writes nothing if the teams are the same.
 */
export async function changeTeams(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<ChangeRefusal>> {
  const refused = await authorizeForDraw(ctx, "teams", drawId, "draw-not-found");
  if (refused) return refused;
  const input = parseInput(changeTeamsSchema, body);
  if (!input.ok) return input;
  const isValidId = idSchema.safeParse(drawId).success;
  const record = isValidId ? await withRetry(ctx, () => readDrawRecord(ctx.db, drawId)) : null;
  if (!record) return refuse("draw-not-found");
  if ((await findFedDraws(ctx, [drawId])).has(drawId)) return refuse("draw-of-feed");
  const { draw } = record;
  const { revision, teams } = input.value;
  const problems = findTeamProblems(draw.teams, teams);
  const isEdited = record.revision !== revision;
  if (problems.length > 0) return isEdited ? refuse("draw-edited") : refuse("invalid-input", problems);
  const changed = { ...draw, teams: replaceTeams(draw.teams, teams) };
  if (findChangedFields(draw, changed).length === 0) return { ok: true };
  if (isEdited) return refuse("draw-edited");
  const stored = await importDraw(ctx, changed, { part: { right: "teams", revision } });
  return stored.ok ? { ok: true } : stored;
}

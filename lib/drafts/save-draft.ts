import "server-only";

import { toAuditActor } from "@/lib/audit/store";
import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCanonicalText } from "@/lib/draws/import/rules.changes";
import { withRetry } from "@/lib/platform/db/errors";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDraft } from "./find-draft";
import { readWallClocks } from "./rules.dates";
import { saveDraftSchema } from "./schema";
import { readDraft, updateDraft } from "./store";

type SaveRefusal = AdminRefusal | "invalid-input" | "draft-not-found" | "draw-edited";

/**
 * Saves all of a draft, also unfinished. Refused (`draw-edited`) if it was saved since the caller read it, unless the
 * same content was saved, as by a call whose answer was lost.
 */
export async function saveDraft(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<SaveRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const input = parseInput(saveDraftSchema, body);
  if (!input.ok) return input;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  const { revision } = input.value;
  const { parentId } = found.draft;
  const content = readWallClocks(input.value.content, found.draft.content);
  const savedBy = toAuditActor(ctx.actor).operator;
  return withRetry(ctx, async () => {
    if (await updateDraft(ctx.db, { drawId, parentId, revision, content, savedAt: ctx.now(), savedBy }))
      return { ok: true };
    const newer = await readDraft(ctx.db, drawId, access.accessScope);
    if (!newer) return refuse("draft-not-found");
    const isOwn = newer.savedBy === savedBy && newer.revision === revision + 1;
    return isOwn && toCanonicalText(newer.content) === toCanonicalText(content) ? { ok: true } : refuse("draw-edited");
  });
}

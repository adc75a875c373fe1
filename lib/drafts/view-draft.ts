import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { lockedFields } from "@/lib/draws/import/rules.changes";
import { textSchema } from "@/lib/draws/schema.fields";
import type { LocalText } from "@/lib/local-text";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { checkDraft } from "./check-draft";
import { findDraft } from "./find-draft";
import type { DraftListItem, DraftView } from "./rules.views";
import { listDrafts, readEditorName } from "./store";

export async function viewDraft(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; view: DraftView } | Refusal<AdminRefusal | "draft-not-found">> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  const { draft, droppedFields } = found;
  return withRetry(ctx, async () => {
    const { base, isOutdated, opensSales, hasSold, hasCredentials, problems, checks } = await checkDraft(ctx, draft);
    const { parentId, content, revision, savedAt, savedBy, previewEndsAt } = draft;
    const view = {
      ...{ drawId, parentId, content, revision, savedAt: savedAt.toISOString(), savedBy },
      savedByName: await readEditorName(ctx.db, savedBy),
      ...{ isNew: base === null, isOutdated, opensSales },
      lockedFields: hasSold ? lockedFields : [],
      ...{ hasCredentials, problems, checks, droppedFields },
      previewEndsAt: previewEndsAt && previewEndsAt > ctx.now() ? previewEndsAt.toISOString() : null,
      canTry: ctx.mode !== "live",
    };
    return { ok: true, view };
  });
}

export async function listAdminDrafts(
  ctx: Context,
): Promise<{ ok: true; drafts: DraftListItem[] } | Refusal<AdminRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const rows = await withRetry(ctx, () => listDrafts(ctx.db, access.accessScope));
  const drafts = rows.map(({ drawId, parentId, title, isNew, savedAt, savedByName }) => {
    const parsed = textSchema.safeParse(title);
    return {
      ...{ drawId, parentId, isNew, savedByName },
      title: parsed.success ? (parsed.data as LocalText) : null,
      savedAt: new Date(savedAt).toISOString(),
    };
  });
  return { ok: true, drafts };
}

import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin, checkFreshPasskey } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { deleteUnusedKeys } from "@/lib/draws/account/store";
import { findFedDraws } from "@/lib/draws/find-fed-draws";
import type { ImportRefusal } from "@/lib/draws/import/import-draw";
import { importDraw } from "@/lib/draws/import/import-draw";
import { lockNewDraw } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import { transact } from "@/lib/platform/db/transact";
import { parseInput } from "@/lib/platform/http/read-json";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { checkDraft } from "./check-draft";
import { findDraft } from "./find-draft";
import { draftRevisionSchema } from "./schema";
import { deleteDraft } from "./store";

type PublishRefusal = ImportRefusal | AdminRefusal | "draft-not-found" | "draft-incomplete" | "draw-of-feed";

/**
 * Makes a draft the draw's definition, whose sales open by its dates, and ends the draft in the same transaction.
 * Refused (`draw-edited`) if the draft was saved or the draw changed since the caller read them.
 */
export async function publishDraft(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<PublishRefusal>> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const passkeyRefusal = checkFreshPasskey(ctx.actor);
  if (passkeyRefusal) return passkeyRefusal;
  const input = parseInput(draftRevisionSchema, body);
  if (!input.ok) return input;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  const { draft } = found;
  if (draft.revision !== input.value.revision) return refuse("draw-edited");
  if ((await findFedDraws(ctx, [drawId])).has(drawId)) return refuse("draw-of-feed");
  const { definition, checks } = await withRetry(ctx, () => checkDraft(ctx, draft));
  if (checks.some(({ level }) => level === "blocks")) return refuse("draft-incomplete");
  const stored = await importDraw(ctx, definition, {
    part: { right: "draws", revision: draft.baseRevision },
    confirm: (tx) => deleteDraft(tx, draft),
  });
  return stored.ok ? { ok: true } : stored;
}

/** Ends a draft without applying it. A draw that is on sale stays as it is, credentials included. */
export async function discardDraft(
  ctx: Context,
  drawId: string,
  body: unknown,
): Promise<{ ok: true } | Refusal<AdminRefusal | "invalid-input" | "draft-not-found" | "draw-edited">> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const input = parseInput(draftRevisionSchema, body);
  if (!input.ok) return input;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  return transact(ctx, async (tx): Promise<{ ok: true } | Refusal<"draw-edited">> => {
    await lockNewDraw(tx, drawId);
    if (!(await deleteDraft(tx, { ...found.draft, revision: input.value.revision }))) return refuse("draw-edited");
    if (found.draft.baseRevision === null) await deleteUnusedKeys(tx, drawId);
    return { ok: true };
  });
}

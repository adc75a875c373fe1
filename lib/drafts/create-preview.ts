import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { toCrockford } from "@/lib/crockford";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDraft } from "./find-draft";
import { hashPreviewCode } from "./open-preview";
import { getPreviewPath, previewCodeLength, previewMs } from "./rules.preview";
import { savePreview } from "./store";

/**
 * Makes a link to the pages of a draft, for an admin who may set up its draw. An earlier link of the draft ends. Only a
 * hash of the code is stored.
 */
export async function createPreview(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; path: string; endsAt: Date } | Refusal<AdminRefusal | "draft-not-found">> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  const found = await findDraft(ctx, drawId, access.accessScope);
  if (!found.ok) return found;
  const code = toCrockford(ctx.random(17), previewCodeLength);
  const endsAt = new Date(ctx.now().getTime() + previewMs);
  const isSaved = await withRetry(ctx, () =>
    savePreview(ctx.db, found.draft, { hash: hashPreviewCode(ctx.sealer, { drawId, code }), endsAt }),
  );
  return isSaved ? { ok: true, path: getPreviewPath(drawId, code), endsAt } : refuse("draft-not-found");
}

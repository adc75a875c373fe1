import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { authorizeForDraw } from "@/lib/draws/authorize-for-draw";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findDraft } from "./find-draft";
import { toDefinition } from "./rules";

type Exported = { ok: true; definition: Record<string, unknown> };

/**
 * The definition of a stored draw, or of a draft as publishing it would import it. Either has no credentials, so an
 * import of it keeps those that are stored.
 */
export async function exportDraw(
  ctx: Context,
  drawId: string,
  source: "stored" | "draft",
): Promise<Exported | Refusal<AdminRefusal | "draw-not-found" | "draft-not-found">> {
  if (source === "draft") {
    const access = authorizeAdmin(ctx.actor, "draws");
    if (!access.ok) return access;
    const found = await findDraft(ctx, drawId, access.accessScope);
    if (!found.ok) return found;
    const base = await withRetry(ctx, () => readDrawRecord(ctx.db, drawId));
    return { ok: true, definition: toDefinition(found.draft, base?.draw ?? null) };
  }
  const refused = await authorizeForDraw(ctx, "draws", drawId, "draw-not-found");
  if (refused) return refused;
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const record = await withRetry(ctx, () => readDrawRecord(ctx.db, drawId));
  return record ? { ok: true, definition: record.draw } : refuse("draw-not-found");
}

import "server-only";

import type { AdminRefusal } from "@/lib/authorize-admin";
import { authorizeAdmin } from "@/lib/authorize-admin";
import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { Draft } from "./rules";
import { readDraft } from "./store";

/** Reads a draft for an admin who may set up its draw. Any other draft is refused like one that does not exist. */
export async function findDraft(
  ctx: Context,
  drawId: string,
): Promise<{ ok: true; draft: Draft } | Refusal<AdminRefusal | "draft-not-found">> {
  const access = authorizeAdmin(ctx.actor, "draws");
  if (!access.ok) return access;
  if (!idSchema.safeParse(drawId).success) return refuse("draft-not-found");
  const draft = await withRetry(ctx, () => readDraft(ctx.db, drawId, access.accessScope));
  return draft ? { ok: true, draft } : refuse("draft-not-found");
}

import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import type { Draft } from "./rules";
import { readDraft } from "./store";

/** A draft outside the access scope is refused like one that doesn't exist. */
export async function findDraft(
  ctx: Context,
  drawId: string,
  accessScope: AccessScope,
): Promise<{ ok: true; draft: Draft } | Refusal<"draft-not-found">> {
  if (!idSchema.safeParse(drawId).success) return refuse("draft-not-found");
  const draft = await withRetry(ctx, () => readDraft(ctx.db, drawId, accessScope));
  return draft ? { ok: true, draft } : refuse("draft-not-found");
}

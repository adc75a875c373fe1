import "server-only";

import type { Context } from "@/lib/context";
import { idSchema } from "@/lib/draws/schema.fields";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import type { AccessScope } from "@/lib/rights";
import type { Draft } from "./rules";
import { setUpFields } from "./schema";
import { readDraft } from "./store";

/**
 * A draft outside the access scope is refused like one that doesn't exist. A draft may have been saved by an earlier
 * release: it is read without the fields that there are no longer, which `droppedFields` names.
 */
export async function findDraft(
  ctx: Context,
  drawId: string,
  accessScope: AccessScope,
): Promise<{ ok: true; draft: Draft; droppedFields: string[] } | Refusal<"draft-not-found">> {
  if (!idSchema.safeParse(drawId).success) return refuse("draft-not-found");
  const draft = await withRetry(ctx, () => readDraft(ctx.db, drawId, accessScope));
  if (!draft) return refuse("draft-not-found");
  const isKnown = (field: string) => (setUpFields as readonly string[]).includes(field);
  const entries = Object.entries(draft.content);
  const content = Object.fromEntries(entries.filter(([field]) => isKnown(field)));
  const droppedFields = entries.map(([field]) => field).filter((field) => !isKnown(field));
  return { ok: true, draft: { ...draft, content }, droppedFields };
}

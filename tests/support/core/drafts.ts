import type { Context } from "@/lib/context";
import { changeCredentials } from "@/lib/drafts/change-credentials";
import { createDraft } from "@/lib/drafts/create-draft";
import { saveDraft } from "@/lib/drafts/save-draft";
import type { DraftContent } from "@/lib/drafts/schema";
import { viewDraft } from "@/lib/drafts/view-draft";
import { draftKeys, filledIn } from "@/tests/support/draws/draft";

type NewDraft = { drawId: string; parentId: string; changes?: DraftContent; hasKeys?: boolean };

/** Sets up a draw that lacks nothing. */
export async function setUpDraft(ctx: Context, { drawId, parentId, changes = {}, hasKeys = true }: NewDraft) {
  const made = await createDraft(ctx, { drawId, parentId, title: "Spring", type: "5050 Cash", province: "ON" });
  if (!made.ok) throw new Error(made.reason);
  const found = await viewDraft(ctx, drawId);
  if (!found.ok) throw new Error(found.reason);
  const { content, revision } = found.view;
  const saved = await saveDraft(ctx, drawId, { revision, content: { ...content, ...filledIn, ...changes } });
  if (!saved.ok) throw new Error(saved.reason);
  if (hasKeys) await changeCredentials(ctx, drawId, { bambora: draftKeys });
  return revision + 1;
}

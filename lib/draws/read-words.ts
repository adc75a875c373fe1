import "server-only";

import type { Context } from "@/lib/context";
import { withRetry } from "@/lib/platform/db/errors";
import type { Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { catalogueOf, versionOf } from "@/lib/platform/i18n/message-catalogue";
import type { MessageTree } from "@/lib/platform/i18n/message-tree";
import { replaceMessages } from "@/lib/platform/i18n/message-tree";
import { fittingWordsOf } from "@/lib/platform/i18n/own-words";
import type { Language } from "@/lib/platform/i18n/routing";
import { drawWordsOf } from "./rules.words";
import { idSchema } from "./schema.fields";
import { readDrawRecord } from "./store";

/**
 * Reads all messages of a language as the pages of a draw say them, and what tells them from those of another
 * definition or build. Refusal: `draw-not-found`, also when the draw is not approved or has no words of its own to use.
 */
export async function readWords(
  ctx: Pick<Context, "db" | "now" | "random" | "wait">,
  { drawId, language }: { drawId: string; language: Language },
): Promise<{ ok: true; messages: MessageTree; version: string } | Refusal> {
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const record = await withRetry(ctx, () => readDrawRecord(ctx.db, drawId));
  if (record?.draw.state.approval_state !== "Approved") return refuse("draw-not-found");
  if (!record.draw.locale.useLocal) return refuse("draw-not-found");
  const words = drawWordsOf(record);
  const { tree, version } = catalogueOf(language);
  const messages = replaceMessages(tree, (words && fittingWordsOf(words)[language]) ?? {});
  return { ok: true, messages, version: versionOf(`${version} ${drawId} ${record.revision}`) };
}

import "server-only";
import type { Context } from "@/lib/context";
import type { Draw } from "@/lib/draws/schema";
import { idSchema } from "@/lib/draws/schema.fields";
import { readDrawRecord } from "@/lib/draws/store";
import { withRetry } from "@/lib/platform/db/errors";
import type { FieldProblem, Refusal } from "@/lib/platform/http/reasons";
import { refuse } from "@/lib/platform/http/reasons";
import { findMessageCatalogue, hashVersion } from "@/lib/platform/i18n/message-catalogue";
import { getUsableOverrides } from "@/lib/platform/i18n/message-overrides";
import { findOverrideProblem } from "@/lib/platform/i18n/message-shape";
import type { FlatMessages, MessageTree } from "@/lib/platform/i18n/message-tree";
import { replaceMessages } from "@/lib/platform/i18n/message-tree";
import type { Language } from "@/lib/platform/i18n/routing";
import { languages } from "@/lib/platform/i18n/routing";

/** Refuses without words of the draw's own or approval. `version` changes with the definition and the build. */
export async function readMessageOverrides(
  ctx: Pick<Context, "db" | "now" | "random" | "wait">,
  { drawId, language }: { drawId: string; language: Language },
): Promise<{ ok: true; messages: MessageTree; version: string } | Refusal<"draw-not-found">> {
  if (!idSchema.safeParse(drawId).success) return refuse("draw-not-found");
  const record = await withRetry(ctx, () => readDrawRecord(ctx.db, drawId));
  if (record?.draw.state.approval_state !== "Approved") return refuse("draw-not-found");
  if (!record.draw.locale.useLocal) return refuse("draw-not-found");
  const words = getDrawOverrides(record);
  const { tree, version } = findMessageCatalogue(language);
  const messages = replaceMessages(tree, (words && getUsableOverrides(words)[language]) ?? {});
  return { ok: true, messages, version: hashVersion(`${version} ${drawId} ${record.revision}`) };
}

export function findInvalidOverrides(
  { locale }: Pick<Draw, "locale">,
  originals: Record<Language, FlatMessages>,
): FieldProblem[] {
  return languages.flatMap((language) =>
    Object.entries(locale.messages?.[language] ?? {}).flatMap(([key, word]): FieldProblem[] => {
      const problem = findOverrideProblem(originals[language].get(key), word);
      return problem ? [{ field: `locale.messages.${language}.${key}`, problem }] : [];
    }),
  );
}

export function getDrawOverrides({ draw, revision }: { draw: Pick<Draw, "id" | "locale">; revision: number }) {
  const { useLocal, messages } = draw.locale;
  return useLocal && messages ? { version: `${draw.id} ${revision}`, messages } : null;
}

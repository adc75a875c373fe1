import "server-only";

import { answerMessages, shortenUnchanged } from "@/app/api/locales/answer-messages";
import type { LatePage } from "@/components/checkout/late-words";
import { readLateWords } from "@/components/checkout/late-words";
import { refuse } from "@/lib/platform/http/reasons";
import { isLanguage } from "@/lib/platform/i18n/routing";
import { handleRead } from "@/lib/wiring/handle-call";

/** Answers with what a page says late, as the build compiled it: for our own pages alone. */
export async function answerLateWords(request: Request, page: LatePage, locale: string): Promise<Response> {
  const response = await handleRead(request, async () => {
    if (!isLanguage(locale)) return refuse("not-found");
    const { words, version } = await readLateWords(page, locale);
    return answerMessages(request, words, version);
  });
  return shortenUnchanged(request, response);
}
